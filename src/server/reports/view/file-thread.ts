import { parentPort, workerData } from 'node:worker_threads'
import { makeContactFile, type ContactFileJob } from './make-file.ts'

/* A thread for one file: packing twenty thousand rows would block requests. */

const file = await makeContactFile(workerData as ContactFileJob)
parentPort?.postMessage(file)
