export interface Schedule<Task> {
	/** Tasks of the same list that must have ended before. Others are taken as done. */
	readonly dependenciesOf: (task: Task) => readonly Task[];
	/** Runs alone among its kind and before others that are ready: what it stores is there when they start. Never waits for what already runs. */
	readonly isUrgent: (task: Task) => boolean;
	/** Tasks that run at the same time at most. */
	readonly limit: number;
	readonly run: (task: Task) => Promise<void>;
}

/**
 * Runs tasks as soon as what they depend on has ended, earlier ones of the list first. After a failure nothing more starts, and what runs is waited for.
 * @throws the first failure.
 */
export async function runScheduled<Task>(tasks: readonly Task[], schedule: Schedule<Task>): Promise<void> {
	const { ready, ended } = trackDependencies(tasks, schedule.dependenciesOf);
	const running = new Map<Task, Promise<void>>();
	const failures: unknown[] = [];
	const start = (task: Task) => {
		const settle = () => {
			running.delete(task);
			ended(task);
		};
		const run = schedule.run(task).catch((error: unknown) => {
			failures.push(error);
		});
		running.set(task, run.then(settle));
	};
	for (;;) {
		for (let task = failures.length === 0 ? next(ready, running, schedule) : undefined; task !== undefined; task = next(ready, running, schedule)) {
			ready.delete(task);
			start(task);
		}
		if (running.size === 0) break;
		await Promise.race(running.values());
	}
	if (failures.length > 0) throw failures[0];
}

function next<Task>(ready: ReadonlySet<Task>, running: ReadonlyMap<Task, unknown>, { isUrgent, limit }: Schedule<Task>): Task | undefined {
	if ([...running.keys()].some(isUrgent)) return undefined;
	for (const task of ready) if (isUrgent(task)) return task;
	if (running.size >= limit) return undefined;
	const [first] = ready;
	return first;
}

/** The tasks that are ready, in the list's order, and how to say that one has ended. */
function trackDependencies<Task>(tasks: readonly Task[], dependenciesOf: Schedule<Task>["dependenciesOf"]) {
	const missing = new Map(tasks.map((task) => [task, new Set<Task>()] as const));
	const dependents = new Map<Task, Task[]>();
	for (const [task, open] of missing) {
		for (const dependency of dependenciesOf(task)) {
			if (!missing.has(dependency) || open.has(dependency)) continue;
			open.add(dependency);
			dependents.set(dependency, [...(dependents.get(dependency) ?? []), task]);
		}
	}
	const place = new Map(tasks.map((task, index) => [task, index]));
	const ready = new Set(tasks.filter((task) => missing.get(task)?.size === 0));
	const ended = (task: Task) => {
		const freed = (dependents.get(task) ?? []).filter((dependent) => missing.get(dependent)?.delete(task) && missing.get(dependent)?.size === 0);
		if (freed.length === 0) return;
		const sorted = [...ready, ...freed].sort((left, right) => (place.get(left) ?? 0) - (place.get(right) ?? 0));
		ready.clear();
		for (const next of sorted) ready.add(next);
	};
	return { ready, ended };
}
