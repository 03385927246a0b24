export {
  DocumentProcess,
  type DocumentOutput,
  type DocumentProcessOptions,
  type ExtractAnswer,
  type ExtractCall,
  type ReadAnswer,
  type ReadCall,
  type ReadControl,
  type RewriteCall,
} from "./document-process.ts";
