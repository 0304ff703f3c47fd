/** How everything is brought into view: never larger than life. */
export const fitOptions = { maxZoom: 1, padding: 0.15, duration: 200 } as const;
