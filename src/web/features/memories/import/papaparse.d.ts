// What the page uses of Papa Parse (https://www.papaparse.com/docs). Its published types bring Node's globals into the page.
declare module "papaparse" {
  interface Table<Row> {
    data: Row[];
    meta: { fields?: string[] };
  }
  interface ParseConfig {
    header: true;
    skipEmptyLines: "greedy";
    transformHeader: (heading: string) => string;
  }
  const Papa: { parse: <Row>(text: string, config: ParseConfig) => Table<Row> };
  // oxlint-disable-next-line import/no-default-export -- as the library has it
  export default Papa;
}
