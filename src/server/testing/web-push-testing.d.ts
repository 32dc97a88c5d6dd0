declare module "web-push-testing/src/server.js" {
  import type { Server } from "node:http";
  import type { PushApiModel } from "web-push-testing/src/PushApiModel.js";
  /** A local push service that decrypts messages as a browser would. */
  export default class WebPushTestingServer {
    constructor(model: PushApiModel, port: number);
    startServer(): void;
    _server: Server;
  }
}
declare module "web-push-testing/src/PushApiModel.js" {
  export class PushApiModel {}
}
