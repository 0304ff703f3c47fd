import { expect, test } from "vitest";
import { readmeScript } from "./readme-script.ts";

const readme = `# X
## Quick start
\`\`\`bash
npx -y pnpm@12 start
\`\`\`
Then:
\`\`\`sh
curl http://127.0.0.1:7860/health
\`\`\`
### More
\`\`\`bash
curl -s http://localhost:7860/api/v1/version \\
  -H 'a: b'
\`\`\`
\`\`\`json
{"curl": 1}
\`\`\`
## Other
\`\`\`bash
curl http://127.0.0.1:7860/other
\`\`\`
`;

test("takes the curl blocks, changes nothing but the address", () => {
	expect(readmeScript(readme, "http://h:1")).toBe("curl http://h:1/health\n\ncurl -s http://h:1/api/v1/version \\\n  -H 'a: b'\n\ncurl http://h:1/other\n");
});

test("a README without commands is an error", () => {
	expect(() => readmeScript("## Quick start\n\nRead on.\n", "http://h:1")).toThrow(/no shell block with curl/);
});
