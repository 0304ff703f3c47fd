/** Stored bytes as a download: a browser saves them and shows nothing of them, whatever they are. The name may hold anything, so none is given. */
export function attachment(bytes: Uint8Array): Response {
	// A copy that is its own whole buffer, as a Response wants it.
	return new Response(Uint8Array.from(bytes), { headers: { "content-type": "application/octet-stream", "content-disposition": "attachment" } });
}
