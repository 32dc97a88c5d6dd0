// What the page uses of Papa Parse (https://www.papaparse.com/docs). Its published types bring Node's globals into the page.
declare module "papaparse" {
  const Papa: { parse: (text: string, config: { delimiter: string }) => { data: string[][] } };
  // oxlint-disable-next-line import/no-default-export -- as the library has it
  export default Papa;
}
