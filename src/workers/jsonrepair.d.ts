// The core of jsonrepair's streaming parser, which the package itself only exports as part of a Node stream.
declare module '*/jsonrepair/lib/esm/streaming/core.js' {
  export function jsonrepairCore(options: {
    onData: (chunk: string) => void;
    chunkSize?: number;
    bufferSize?: number;
  }): { transform: (chunk: string) => void; flush: () => void };
}
