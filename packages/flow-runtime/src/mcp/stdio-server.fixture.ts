import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { createOrderServer } from "./server.fixture.ts";

await createOrderServer().connect(new StdioServerTransport());
