import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { DockerfileParser } from "dockerfile-ast";
import { validate } from "dockerfile-utils";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";

/** Docker is not here to try them: what can be checked without it. */
const root = fileURLToPath(new URL("../", import.meta.url));
const read = (path: string) => readFileSync(`${root}${path}`, "utf8");
const dockerfile = DockerfileParser.parse(read("Dockerfile"));

const service = z.looseObject({
	environment: z.record(z.string(), z.string()),
	ports: z.array(z.string()).default([]),
	volumes: z.array(z.string()).default([]),
	depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
	healthcheck: z.looseObject({ test: z.array(z.string()) }).optional(),
	stop_grace_period: z.string().optional(),
});
const compose = z
	.object({ services: z.object({ host: service, postgres: service }), volumes: z.record(z.string(), z.null()) })
	.parse(parse(read("docker-compose.yml")));

test("the Dockerfile is well formed, and what it copies and runs exists", () => {
	expect(validate(read("Dockerfile"))).toEqual([]);
	const sources = dockerfile.getCOPYs().flatMap((copy) =>
		copy
			.getArguments()
			.slice(0, -1)
			.map((argument) => argument.getValue()),
	);
	const fromBuild = sources.filter((path) => path.startsWith("/app/"));
	expect(fromBuild.length).toBeGreaterThan(3);
	// dist folders are what the build makes.
	for (const path of fromBuild) expect(existsSync(`${root}${path.replace("/app/", "").replace(/dist$/, "package.json")}`), path).toBe(true);
	const text = read("Dockerfile");
	for (const [, name] of text.matchAll(/--filter[ =](@foldback\/[\w-]+)/g))
		expect(existsSync(`${root}${name === "@foldback/host" ? "apps/host" : "packages/session-store"}`)).toBe(true);
	expect(read("apps/host/tsdown.config.ts")).toContain("src/cli.ts");
	const flags =
		/&& node ((?:--\S+ )+)/
			.exec(JSON.parse(read("package.json")).scripts.start)?.[1]
			?.trim()
			.split(" ") ?? [];
	expect(flags.length).toBeGreaterThan(0);
	for (const flag of flags) expect(text).toContain(JSON.stringify(flag));
	expect(JSON.parse(read("pnpm-workspace.yaml").match(/nodeVersion: (\d+)/)?.[1] ?? "0")).toBe(24);
});

test("the image is small by design: two stages, no root, one process, health by /ready", () => {
	const froms = dockerfile.getFROMs();
	expect(froms.map((from) => from.getImage())).toEqual(["node:24-slim", "node:24-slim"]);
	const last = dockerfile.getInstructions().filter((instruction) => instruction.getRange().start.line > (froms[1]?.getRange().start.line ?? 0));
	const keywords = last.map((instruction) => instruction.getKeyword());
	expect(keywords.indexOf("USER")).toBeLessThan(keywords.indexOf("ENTRYPOINT"));
	expect(last.find((instruction) => instruction.getKeyword() === "USER")?.getArgumentsContent()).toBe("node");
	expect(last.find((instruction) => instruction.getKeyword() === "HEALTHCHECK")?.getArgumentsContent()).toContain("/ready");
	const ignored = read(".dockerignore").split("\n");
	for (const path of [".env", ".git", "**/node_modules"]) expect(ignored).toContain(path);
});

test("the compose file names only what it has, publishes on loopback, and gives the host time to stop", () => {
	const { host, postgres } = compose.services;
	for (const { ports } of [host, postgres]) for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
	expect(Object.keys(host.depends_on)).toEqual(["postgres"]);
	expect(postgres.healthcheck?.test.join(" ")).toContain("pg_isready");
	const volumes = [host, postgres].flatMap((each) => each.volumes.map((volume) => volume.split(":")[0]));
	expect(volumes).toEqual(Object.keys(compose.volumes));
	const { POSTGRES_USER: user, POSTGRES_DB: database } = postgres.environment;
	expect(host.environment.DATABASE_URL).toBe(`postgres://${user}:\${POSTGRES_PASSWORD:?set it in .env}@postgres:5432/${database}`);
	expect(Number(host.environment.FOLDBACK_STOP_SECONDS)).toBeLessThan(Number(host.stop_grace_period?.replace("s", "")));
	const secrets = read("docker-compose.yml").match(/(PASSWORD|SECRET_KEY|API_KEY): (?!\$\{)/g);
	expect(secrets).toBeNull();
	const known = read("apps/host/src/config.ts");
	for (const name of Object.keys(host.environment)) expect(known, `${name} is a setting of the host`).toContain(`\t${name}: `);
});
