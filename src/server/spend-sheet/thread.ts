import { parentPort, workerData } from 'node:worker_threads'
import { readWorkbookFile } from './workbook.ts'

/*
 * A thread for one workbook: unpacking and parsing takes longer than whoever answers requests may stand still, and what a file
 * makes of its memory ends with it.
 */

parentPort?.postMessage(await readWorkbookFile(workerData as Uint8Array))
