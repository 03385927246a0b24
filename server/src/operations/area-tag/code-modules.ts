import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { prepareZXingModule, writeBarcode } from "zxing-wasm/writer";

/** A code as dark and light modules without its quiet zone, row by row; a Code 128 has one row. */
export interface CodeModules {
  columns: number;
  rows: number;
  isDark(column: number, row: number): boolean;
}

/** Free modules around a code, as its standard asks for. */
export const QUIET_MODULES = { qr: 4, code128: 10 } as const;

let preparing: Promise<unknown> | undefined;
/** From the package on this disk: by itself it would fetch its WebAssembly from a CDN. */
function prepared(): Promise<unknown> {
  preparing ??= readFile(createRequire(import.meta.url).resolve("zxing-wasm/writer/zxing_writer.wasm")).then((wasm) =>
    prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true }),
  );
  return preparing;
}

/** A QR code of the smallest size that keeps a quarter of it for damage (level Q): labels in a store get scratched. */
export const qrModules = (text: string): Promise<CodeModules> => modules(text, "QRCode", "ecLevel=Q");

export const code128Modules = async (text: string): Promise<CodeModules> => {
  const code = await modules(text, "Code128", "");
  // Its picture has as many equal rows as a scanner would like the bars to be high.
  return { ...code, rows: 1 };
};

async function modules(text: string, format: "QRCode" | "Code128", options: string): Promise<CodeModules> {
  await prepared();
  const { symbol, error } = await writeBarcode(text, { format, options, addQuietZones: false });
  if (error !== "") throw new Error(`no ${format} can be made of ${text}: ${error}`);
  const { data, width, height } = symbol;
  return { columns: width, rows: height, isDark: (column, row) => data[row * width + column] === 0 };
}
