// APIs beyond ECMAScript that every runtime of Looby's shared code has (Node 24, browsers, service workers). Maintained by hand so that
// `document` or `process` in shared code stays a type error.
declare class URL {
  constructor(url: string, base?: string | URL);
  hash: string;
  host: string;
  hostname: string;
  href: string;
  readonly origin: string;
  password: string;
  pathname: string;
  port: string;
  protocol: string;
  search: string;
  username: string;
  static canParse(url: string, base?: string): boolean;
}
declare class TextEncoder {
  encode(input?: string): Uint8Array;
}
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean });
  decode(input?: Uint8Array): string;
}
declare const crypto: {
  getRandomValues<T extends Uint8Array>(array: T): T;
  /** Browsers provide it on https only. */
  subtle?: { digest(algorithm: "SHA-256", data: Uint8Array): Promise<ArrayBuffer> };
};
declare class Blob {
  readonly size: number;
  readonly type: string;
}
declare class File extends Blob {
  readonly name: string;
}
