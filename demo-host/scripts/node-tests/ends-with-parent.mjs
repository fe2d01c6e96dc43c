// The scripts of `src/testing/child-script.ts` load this first: their input closes when the process that started them ends.
import { Socket } from 'node:net'

process.stdin.once('close', () => process.exit(1)).resume()
if (process.stdin instanceof Socket) process.stdin.unref()
