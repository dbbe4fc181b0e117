import { parentPort, workerData } from 'node:worker_threads'
import { readWorkbookFile } from './workbook.ts'

/* A thread for one workbook: parsing would block requests, and its memory is freed with it. */

parentPort?.postMessage(await readWorkbookFile(workerData as Uint8Array))
