export { createOfflineModel, type OfflineModelOptions, offlineModelName } from "./offline-model.ts";
