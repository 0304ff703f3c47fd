import { QueryClientProvider } from "@tanstack/react-query";
import { Tooltip } from "radix-ui";
import { lazy, Suspense, useState } from "react";
import { BrowserRouter, Route, Routes } from "react-router";
import { KeyGate } from "./access/key-gate.tsx";
import { createQueryClient } from "./api/query-client.ts";
import { FlowListPage } from "./flows/flow-list-page.tsx";
import { ErrorBoundary } from "./shell/error-boundary.tsx";
import { NotFoundPage } from "./shell/not-found-page.tsx";
import { PageLoading } from "./shell/page-loading.tsx";
import { ToastProvider } from "./ui/toast-provider.tsx";

const EditorPage = lazy(() => import("./editor/editor-page.tsx").then(({ EditorPage: page }) => ({ default: page })));
const PlaygroundPage = lazy(() => import("./playground/playground-page.tsx").then(({ PlaygroundPage: page }) => ({ default: page })));

/** The studio: its providers and screens. Editor and playground are loaded when they are opened. */
export function App() {
	const [queryClient] = useState(createQueryClient);
	return (
		<QueryClientProvider client={queryClient}>
			<Tooltip.Provider delayDuration={300}>
				<ToastProvider>
					{/* No transitions: what is typed right after a click must land in the session that was chosen, not in the one before. */}
					<BrowserRouter useTransitions={false}>
						<ErrorBoundary>
							<KeyGate>
								<Suspense fallback={<PageLoading />}>
									<Routes>
										<Route path="/" element={<FlowListPage />} />
										<Route path="/flows/:id" element={<EditorPage />} />
										<Route path="/flows/:id/playground" element={<PlaygroundPage />} />
										<Route path="*" element={<NotFoundPage />} />
									</Routes>
								</Suspense>
							</KeyGate>
						</ErrorBoundary>
					</BrowserRouter>
				</ToastProvider>
			</Tooltip.Provider>
		</QueryClientProvider>
	);
}
