// Loaded first by the scripts of `child-script.ts`: their input closes when the process that started them ends.
import { Socket } from 'node:net'

process.stdin.once('close', () => process.exit(1)).resume()
if (process.stdin instanceof Socket) process.stdin.unref()
