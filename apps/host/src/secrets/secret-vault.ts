import type { SecretStore } from "@foldback/session-store";
import type { FlowDocument, Variables } from "../run/flow-engine.ts";
import type { Cipher } from "./cipher.ts";
import { mapSecretFields, referencedSecret, type SecretField, secretReference } from "./flow-secrets.ts";

/** A flow whose literal secrets have been replaced by references, and what must be stored for them. */
interface ProtectedFlow {
	readonly document: FlowDocument;
	/** Writes the encrypted values once the flow's id is known. */
	readonly store: (flowId: string) => Promise<void>;
}

/** Keeps secrets out of flows. */
export interface SecretVault {
	/**
	 * Moves literal secrets out of a flow that is about to be saved. References to secrets of the user's other flows get copies of their own,
	 * so that deleting one flow takes nothing from another.
	 * @param previous the document that this one replaces.
	 */
	protect(userId: string, document: FlowDocument, previous?: FlowDocument): Promise<ProtectedFlow>;
	/**
	 * A saved flow for a run of its owner: references inside of lists and objects are replaced by what they stand for, and those that cannot be opened
	 * by nothing. Those that are a field's whole value stay for the resolver. Never for what comes with a request.
	 * @returns the secrets too, so that no error tells them.
	 */
	opened(userId: string, document: FlowDocument): Promise<{ readonly document: FlowDocument; readonly secrets: readonly string[] }>;
	/** A flow as it may leave the host: without secrets and without references, which mean nothing elsewhere. */
	exportable(document: FlowDocument): FlowDocument;
	/**
	 * Resolves the references that stand in secret fields of this flow, for its owner, and the variables that the operator allows. A reference resolves
	 * in the field that it stands in and in fields that a component treats as secrets, nowhere else: no tweak brings a secret into an answer.
	 */
	resolver(userId: string, document: FlowDocument): Variables;
	/** @returns the ciphertext of a user's secret for another user; the same when it cannot be opened, which it then cannot by anybody. */
	reseal(id: string, ciphertext: string, users: { readonly from: string; readonly to: string }): string;
}

export interface SecretVaultOptions {
	readonly secrets: SecretStore;
	/** Called when the first secret is sealed or opened. */
	readonly cipher: () => Cipher;
	/** Allowed variables with their values. */
	readonly variables: Readonly<Record<string, string>>;
}

export function createSecretVault({ secrets, cipher, variables }: SecretVaultOptions): SecretVault {
	const open = async (userId: string, id: string): Promise<string | undefined> => {
		const ciphertext = await secrets.get(userId, id);
		return ciphertext === undefined ? undefined : cipher().open(ciphertext, contextOf(userId, id));
	};
	return {
		async protect(userId, document, previous) {
			const kept: ReadonlySet<string> = previous ? referencesIn(previous) : new Set();
			const foreign = [...referencesIn(document)].filter((id) => !kept.has(id));
			const values = new Map(await Promise.all(foreign.map(async (id) => [id, await open(userId, id)] as const)));
			const sealed: { id: string; ciphertext: string }[] = [];
			const seal = (plaintext: string) => {
				const id = crypto.randomUUID();
				sealed.push({ id, ciphertext: cipher().seal(plaintext, contextOf(userId, id)) });
				return { value: secretReference(id), load_from_db: true };
			};
			const replaced = mapSecretFields(document, ({ text, named }) => {
				if (!named) return seal(text);
				const copied = values.get(referencedSecret(text) ?? "");
				return copied === undefined ? undefined : seal(copied);
			});
			return {
				document: replaced,
				async store(flowId) {
					for (const secret of sealed) await secrets.put({ ...secret, userId, flowId });
				},
			};
		},
		async opened(userId, document) {
			const ids = [...fieldsOfReferences(document)].flatMap(([id, places]) => (places.some((place) => place.nested) ? [id] : []));
			if (ids.length === 0) return { document, secrets: [] };
			const values = new Map(await Promise.all(ids.map(async (id) => [id, await open(userId, id)] as const)));
			const replaced = mapSecretFields(document, ({ text, nested }) => {
				const id = nested ? referencedSecret(text) : undefined;
				return id === undefined ? undefined : { value: values.get(id) ?? "", load_from_db: false };
			});
			return { document: replaced, secrets: [...values.values()].filter((value) => value !== undefined) };
		},
		exportable: (document) =>
			mapSecretFields(document, ({ text, named }) => (named && referencedSecret(text) === undefined ? undefined : { value: "", load_from_db: false })),
		reseal(id, ciphertext, { from, to }) {
			const plaintext = cipher().open(ciphertext, contextOf(from, id));
			return plaintext === undefined ? ciphertext : cipher().seal(plaintext, contextOf(to, id));
		},
		resolver(userId, document) {
			const own = fieldsOfReferences(document);
			return async (name, field) => {
				const id = referencedSecret(name);
				if (id !== undefined) {
					const places = own.get(id);
					const isAllowed = places?.some((place) => !place.nested && (field.isSecret || (place.nodeId === field.nodeId && place.name === field.name)));
					return isAllowed ? open(userId, id) : undefined;
				}
				return Object.hasOwn(variables, name) ? variables[name] : undefined;
			};
		},
	};
}

function referencesIn(document: FlowDocument): ReadonlySet<string> {
	return new Set(fieldsOfReferences(document).keys());
}

/** The places of each reference, which a run asks for more than once; stored flows are frozen, so what was found stays true. */
function fieldsOfReferences(document: FlowDocument): ReadonlyMap<string, readonly SecretField[]> {
	const known = knownPlaces.get(document);
	if (known) return known;
	const places = new Map<string, SecretField[]>();
	mapSecretFields(document, (field) => {
		const id = field.named ? referencedSecret(field.text) : undefined;
		if (id !== undefined) places.set(id, [...(places.get(id) ?? []), field]);
		return undefined;
	});
	if (Object.isFrozen(document)) knownPlaces.set(document, places);
	return places;
}

const knownPlaces = new WeakMap<FlowDocument, ReadonlyMap<string, readonly SecretField[]>>();

function contextOf(userId: string, id: string): string {
	return JSON.stringify(["foldback.secret", userId, id]);
}
