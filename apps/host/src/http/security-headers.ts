import type { MiddlewareHandler } from "hono";
import { NONCE, secureHeaders } from "hono/secure-headers";
import type { HostEnvironment } from "./environment.ts";

/** Strict headers on every answer: nothing is loaded from elsewhere, nothing inline runs, nobody may frame the pages. */
export function securityHeaders(): MiddlewareHandler<HostEnvironment> {
	return secureHeaders({
		contentSecurityPolicy: {
			defaultSrc: ["'none'"],
			scriptSrc: ["'self'"],
			styleSrc: ["'self'", NONCE],
			imgSrc: ["'self'", "data:"],
			fontSrc: ["'self'"],
			connectSrc: ["'self'"],
			baseUri: ["'none'"],
			formAction: ["'none'"],
			frameAncestors: ["'none'"],
		},
		xFrameOptions: "DENY",
		// Plain http on loopback: a browser must not be told to insist on https for localhost.
		strictTransportSecurity: false,
		permissionsPolicy: { camera: [], microphone: [], geolocation: [] },
	});
}
