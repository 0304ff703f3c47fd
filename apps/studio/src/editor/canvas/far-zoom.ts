/** Below this zoom nodes are drawn without their editors. */
export const farZoom = 0.35;
