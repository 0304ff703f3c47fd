import { StoreError } from "@foldback/session-store";
import { expect, it } from "vitest";
import { createLogger } from "./log.ts";
import { createReadiness } from "./readiness.ts";
import { openTestHost, runSqliteSql } from "./testing/test-host.fixture.ts";
