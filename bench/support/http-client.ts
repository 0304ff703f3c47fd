import { Agent, request } from "node:http";

/** Posts JSON over connections that are kept alive. @throws for any other status than 2xx */
export function createPoster(
	baseUrl: string,
	connections: number,
): { readonly post: (path: string, body: object) => Promise<string>; readonly close: () => void } {
	const agent = new Agent({ keepAlive: true, maxSockets: connections });
	const post = (path: string, body: object): Promise<string> =>
		new Promise<string>((resolve, reject) => {
			const outgoing = request(`${baseUrl}${path}`, { agent, method: "POST", headers: { "content-type": "application/json" } }, (response) => {
				let text = "";
				response.setEncoding("utf8").on("data", (chunk: string) => {
					text += chunk;
				});
				response.once("end", () => {
					if (response.statusCode && response.statusCode < 300) resolve(text);
					else reject(new Error(`${path} answered ${response.statusCode}: ${text.slice(0, 500)}`));
				});
			});
			outgoing.once("error", (error: NodeJS.ErrnoException) => {
				// The server has just closed a connection that was idle: nothing was asked over it yet.
				if (outgoing.reusedSocket && error.code === "ECONNRESET") post(path, body).then(resolve, reject);
				else reject(error);
			});
			outgoing.end(JSON.stringify(body));
		});
	return { post, close: () => agent.destroy() };
}
