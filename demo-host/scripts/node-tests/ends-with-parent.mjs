// The scripts of `src/testing/child-script.ts` load this first, so that they end together with the process that started
// them: their input closes then.
import { Socket } from 'node:net'

process.stdin.once('close', () => process.exit(1)).resume()
if (process.stdin instanceof Socket) process.stdin.unref()
