/** Names in the examples of the API's description. They belong together: with the sample flows and these, every example works as it stands. */
export const examples = {
	flow: "support-assistant",
	session: "first-chat",
	/** A session that is renamed and deleted. */
	oldSession: "draft",
	newSession: "planning",
	message: "0190f0c8-7a3c-7d2e-9b1a-6f0e2c4d8a10",
	run: "0f9c2f5e-8b0d-4c39-9f6e-3a1d6f0b7c21",
	textFile: "0190f0c87a3c9b1a6f0e2c4d_facts.txt",
	/** A file of the user's own. */
	userFile: "0190f0c87a3c9b1a6f0e2c4f",
	image: "0190f0c87a3c9b1a6f0e2c4e_diagram.png",
	endpointName: "empty-flow",
} as const;
