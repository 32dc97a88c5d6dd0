import { DeviceItem } from "./device-item.ts";

const item = new DeviceItem("looby.place-in-chat");

/** Whether questions that need the device's location include it without a tap. Off by default. */
export function sharesPlace(): boolean {
  return item.read() === "on";
}

export function setSharesPlace(isOn: boolean): void {
  item.write(isOn ? "on" : "off");
}
