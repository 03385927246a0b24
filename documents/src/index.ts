export {
  DocumentProcess,
  type DocumentOutput,
  type DocumentProcessOptions,
  type ExtractAnswer,
  type ExtractCall,
  type ReadAnswer,
  type ReadCall,
} from "./document-process.ts";
