import fc from "fast-check";
import { expect, test } from "vitest";
import { estimateTokens } from "./estimate-tokens.ts";
import { hostileText } from "./hostile-text.fixture.ts";

/** Counted with gpt-tokenizer 4.0.0, o200k_base. */
const counted: readonly (readonly [name: string, text: string, tokens: number])[] = [
	[
		"English",
		"I'm working on project PRJ-123 on the EU cluster. After the deployment last night the checkout service started to answer slowly, and two customers complained about orders that never arrived. Could you look at the logs first and then tell me what changed?",
		50,
	],
	[
		"German",
		"Ich arbeite an einem Projekt auf dem europäischen Cluster. Seit der letzten Auslieferung antwortet der Bestelldienst sehr langsam, und zwei Kundinnen haben sich über verschwundene Bestellungen beschwert. Kannst du bitte zuerst die Protokolle ansehen?",
		53,
	],
	[
		"French",
		"Je travaille sur un projet hébergé dans le cluster européen. Depuis la mise en production d'hier soir, le service de commande répond très lentement et deux clientes se sont plaintes. Peux-tu d'abord regarder les journaux, s'il te plaît ?",
		54,
	],
	[
		"Polish",
		"Pracuję nad projektem na europejskim klastrze. Od wczorajszego wdrożenia usługa zamówień odpowiada bardzo powoli, a dwie klientki skarżyły się na zaginione zamówienia. Czy możesz najpierw sprawdzić dzienniki?",
		66,
	],
	[
		"Russian",
		"Я работаю над проектом в европейском кластере. После вчерашнего обновления сервис заказов отвечает очень медленно, и две клиентки пожаловались на пропавшие заказы. Посмотри, пожалуйста, сначала журналы.",
		51,
	],
	[
		"Arabic",
		"أعمل على مشروع في المجموعة الأوروبية. منذ تحديث الليلة الماضية أصبحت خدمة الطلبات بطيئة جدا واشتكت عميلتان من طلبات مفقودة. هل يمكنك النظر في السجلات أولا؟",
		44,
	],
	["Hindi", "मैं यूरोपीय क्लस्टर पर एक परियोजना पर काम कर रहा हूँ। कल रात के अपडेट के बाद ऑर्डर सेवा बहुत धीमी हो गई है और दो ग्राहकों ने शिकायत की है। कृपया पहले लॉग देखें।", 51],
	["Thai", "ฉันกำลังทำงานกับโครงการบนคลัสเตอร์ยุโรป ตั้งแต่การปรับปรุงเมื่อคืนนี้ บริการสั่งซื้อตอบสนองช้ามาก และลูกค้าสองคนร้องเรียนเรื่องคำสั่งซื้อที่หายไป", 57],
	["Chinese", "我正在欧洲集群上做一个项目。昨晚部署之后，订单服务的响应变得非常慢，有两位客户投诉订单丢失。请先看一下日志，然后告诉我哪里发生了变化。", 46],
	[
		"Japanese",
		"ヨーロッパのクラスターでプロジェクトを進めています。昨夜のデプロイ以降、注文サービスの応答がとても遅くなり、二人のお客様から注文が消えたという苦情がありました。まずログを確認していただけますか。",
		68,
	],
	[
		"Korean",
		"저는 유럽 클러스터에서 프로젝트를 진행하고 있습니다. 어젯밤 배포 이후 주문 서비스의 응답이 매우 느려졌고 고객 두 명이 사라진 주문에 대해 불만을 제기했습니다. 먼저 로그를 확인해 주시겠어요?",
		59,
	],
	[
		"TypeScript code",
		'export function clip(text: string, maxWords: number): string {\n\tconst words = text.split(/\\s+/);\n\tif (words.length <= maxWords) return text;\n\treturn words.slice(0, maxWords).join(" ");\n}\n',
		47,
	],
	[
		"log lines",
		"2026-11-30T21:43:05.123Z ERROR [worker-3] failed to connect to 10.0.12.7:5432 after 3000 ms\n2026-11-30T21:43:08.456Z WARN  [worker-3] retry 2 of 5, next in 1200 ms\n",
		78,
	],
	["JSON", '{"order_id":"ord_91f3","status":"pending","items":[{"sku":"A-100","quantity":2,"price":19.99}],"customer":{"name":"Kim","country":"SE"}}', 44],
	["emoji", "Great 😀👍 thanks! 🎉🎉 See you 👋 soon 🚀🔥", 17],
	["numbers", "4111 1111 1111 1111, 2026-11-30, 1234567890, 3.14159, 42", 34],
	["base64 and a UUID", "sha512-Jk2p9XqV7bN1zRc8LmT4wYf6HsDgA3uE5oKiPxQvCnB0yZtWrUlOjGhFdSaMeI and 3f9a1c7e-5b2d-4e8f-9a6c-1d0b7e4f2a83", 88],
	["hex", "a1b2c3d4e5f60718293a4b5c6d7e8f90 9c8b7a6f5e4d3c2b1a0f9e8d7c6b5a43", 58],
];

test.each(counted)("%s is counted within a quarter", (_name, text, tokens) => {
	expect(estimateTokens(text)).toBeGreaterThanOrEqual(Math.floor(tokens * 0.75));
	expect(estimateTokens(text)).toBeLessThanOrEqual(Math.ceil(tokens * 1.25));
});

test("nothing costs nothing, anything costs something", () => {
	expect(estimateTokens("")).toBe(0);
	for (const text of ["a", "1", "!", "中", "é", "\u{1f600}", "ا"]) expect(estimateTokens(text)).toBeGreaterThanOrEqual(1);
});

test("CJK text is not counted as English (langchainjs#11304)", () => {
	const chinese = "我住在东京".repeat(100);
	expect(estimateTokens(chinese)).toBeGreaterThan(chinese.length / 2);
	expect(estimateTokens("word ".repeat(100))).toBeLessThanOrEqual(100);
});

test("rulers, blank lines and indentation are few tokens", () => {
	expect(estimateTokens("-".repeat(400))).toBeLessThan(20);
	expect(estimateTokens("\n".repeat(400))).toBeLessThan(40);
	expect(estimateTokens(" ".repeat(400))).toBeLessThan(20);
});

test("for any text: a whole number, and a text that is added never makes it cheaper by more than a token at the seam", () => {
	fc.assert(
		fc.property(hostileText, hostileText, (first, second) => {
			const apart = estimateTokens(first) + estimateTokens(second);
			const together = estimateTokens(first + second);
			expect(Number.isSafeInteger(together)).toBe(true);
			expect(together).toBeGreaterThanOrEqual(Math.max(estimateTokens(first), estimateTokens(second)) - 2);
			expect(together).toBeLessThanOrEqual(apart + 3);
		}),
		{ numRuns: 500 },
	);
});

test("three million units of any kind take one pass", () => {
	for (const piece of ["a", "Aa", "中", "1", "-", "- ", " ", "\n", "é", "\ud83d"]) expect(estimateTokens(piece.repeat(300_000))).toBeGreaterThan(0);
});

test("letters and digits that alternate are a token each", () => {
	expect(estimateTokens("a1".repeat(50))).toBeGreaterThanOrEqual(100);
	expect(estimateTokens("a1".repeat(50))).toBeLessThanOrEqual(125);
});
