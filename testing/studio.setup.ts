import { buildStudio } from "./build-studio.ts";

/** Browser tests open the studio as it is shipped. */
export default function setup(): void {
	buildStudio();
}
