import { mkdtempSync, rmSync } from "node:fs";
import { openSqliteStore } from "./src/sqlite.ts";
const dir = mkdtempSync("/tmp/st-");
const store = await openSqliteStore({ path: `${dir}/a.db` });
const flow = (await store.flows.create({ userId: "local", name: "x", endpointName: "x", document: { data: { nodes: [], edges: [] } } }))!;
const S = 8;
for (let s = 0; s < S; s++) await store.messages.import({ flowId: flow.id, userId: "local", sessionId: `s${s}` }, Array.from({ length: 5000 }, (_, i) => ({ sender: i % 2 ? "Machine" as const : "User" as const, text: "The cluster of project PRJ-123 is in the EU, and the window for the upgrade is on Tuesday at nine. ".repeat(3), timestampMs: 1e12 + i * 1000 })));
const cpu: Record<string, number> = {};
const n = Number(process.env.N ?? 2000);
const timed = async <T>(k: string, f: () => Promise<T>) => { const c = performance.now(); const p = f(); cpu[k] = (cpu[k] ?? 0) + performance.now() - c; const r = await p; return r; };
const c0 = process.cpuUsage();
for (let i = 0; i < n; i++) {
  if (i === n / 4) for (const k of Object.keys(cpu)) cpu[k] = 0;
  const sessionId = `s${i % S}`; const scope = { flowId: flow.id, userId: "local", sessionId, contextId: "" };
  await timed("flow", () => store.flows.get("local", "x"));
  const u = await timed("user", () => store.messages.append({ ...scope, sender: "User", text: "When is the upgrade?" }, { sync: false }));
  if (!u.stored) throw 1;
  await timed("load", () => store.memory.load(scope));
  await timed("newest", () => store.source.newest(scope, 10, { exclude: u.message.id }));
  await timed("after", () => store.source.after(scope, { timestampMs: u.message.timestampMs - 10, id: "" }, 71, { exclude: u.message.id }));
  const a = await timed("answer", () => store.messages.append({ ...scope, sender: "Machine", text: "Noted." }, { answers: u.message.id, sync: false }));
  if (!a.stored) throw 1;
  await timed("synced", () => store.synced());
  await timed("run", () => store.runs.add({ id: crypto.randomUUID(), flowId: flow.id, userId: "local", inputId: u.message.id, answerId: a.message.id, startedAtMs: Date.now(), durationMs: 3, status: "finished", code: "", details: { views: [{ messages: Array.from({ length: 10 }, (_, k) => [`018bcfe5-0000-7000-8000-00000000000${k}`, 0]) }] } }));
}
const c = process.cpuUsage(c0);
console.log("cpu ms per turn", ((c.user + c.system) / 1000 / n).toFixed(3), "user", (c.user / 1000 / n).toFixed(3));
for (const [k, v] of Object.entries(cpu)) console.log(k.padEnd(8), (v / (n * 0.75)).toFixed(3));
await store.close(); rmSync(dir, { recursive: true });
