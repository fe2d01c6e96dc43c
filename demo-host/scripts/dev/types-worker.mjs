// The compiler in watch mode. It sends the problems of each pass; code is generated elsewhere.
import { join, relative, sep } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import ts from 'typescript'
import { root } from '../project.mjs'
import { frameOf } from './problems.mjs'

const FINISHED = new Set([6193, 6194])

const toProblem = ({ file, start = 0, length, messageText }) => {
  const message = ts.flattenDiagnosticMessageText(messageText, '\n')
  if (!file) return { kind: 'Type error', message }
  const { line, character } = file.getLineAndCharacterOfPosition(start)
  const text = file.text.split(/\r?\n/, line + 1)[line] ?? ''
  return {
    kind: 'Type error',
    message,
    file: relative(root, file.fileName).split(sep).join('/'),
    line: line + 1,
    column: character + 1,
    frame: frameOf(line + 1, character, text, length),
  }
}

let found = []
const host = ts.createWatchCompilerHost(
  join(root, 'tsconfig.json'),
  { noEmit: true, incremental: true, tsBuildInfoFile: join(workerData.folder, 'types.tsbuildinfo') },
  ts.sys,
  ts.createSemanticDiagnosticsBuilderProgram,
  (diagnostic) => found.push(toProblem(diagnostic)),
  ({ code }) => {
    if (FINISHED.has(code)) parentPort.postMessage(found)
    found = []
  },
)
ts.createWatchProgram(host)
