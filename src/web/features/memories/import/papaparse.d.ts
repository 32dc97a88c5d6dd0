// The part of Papa Parse (https://www.papaparse.com/docs) used here. Its published types bring Node's globals into the page.
declare module "papaparse" {
  const Papa: { parse: (text: string, config: { delimiter: string }) => { data: string[][] } };
  // oxlint-disable-next-line import/no-default-export -- as in the library
  export default Papa;
}
