import { parentPort, workerData } from 'node:worker_threads'
import { makeContactFile, type ContactFileJob } from './make-file.ts'

/*
 * A thread for one file: packing twenty thousand rows takes longer than whoever answers requests may stand still.
 */

const file = await makeContactFile(workerData as ContactFileJob)
parentPort?.postMessage(file)
