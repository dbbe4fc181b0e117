import process from 'node:process'
import { serve } from '#/server/boot.ts'
import { createSite } from '#/server/http/static.ts'

/** The server, with the build of the folder that it is started with: main.ts has no choice of one. */
await serve(({ transport }) => createSite(process.argv[2]!, transport))
