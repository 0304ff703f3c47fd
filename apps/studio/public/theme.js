// Before the first paint, so that the page never flashes in the other theme. src/theme/theme.ts knows the same key and class.
(() => {
	let chosen = null;
	try {
		chosen = localStorage.getItem("foldback.theme");
	} catch {}
	const dark = chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
	document.documentElement.classList.toggle("dark", dark);
})();
