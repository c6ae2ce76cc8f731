export {
  type Answered,
  type AnswerOf,
  type AskOf,
  type Client,
  type ClientSettings,
  createClient,
  networkMessage,
  type Outcome,
  type Problem,
  type SessionCallbacks,
} from "./call.ts";
export {
  type ConsoleAnswer,
  type ConsoleAsk,
  type ConsoleCallName,
  type ConsoleClient,
  createConsoleClient,
} from "./console-call.ts";
export {
  advance,
  type Change,
  follow,
  type FollowParams,
  type FollowState,
  rowsOf,
  type View,
  viewOf,
} from "./follow.ts";
export { hmacSigner, apiKeyHeadersOf, type ApiKeySigner, type SignedPart } from "./api-key-signer.ts";
export { createProver, inMemory, type KeyStore, type Prover, sha256Hex } from "./proof.ts";
export { type ApiKeyClient, type ApiKeyClientSettings, createApiKeyClient } from "./api-key-client.ts";
export { type Sender } from "./request.ts";
export { createSocket, type Socket, type SocketSettings, type SocketStatus } from "./socket/socket.ts";
export type { Delta, Stream, StreamEvent } from "./socket/stream-events.ts";
export { headersWire, type Wire, type WireCallbacks } from "./socket/wire.ts";
