import type { Translate } from '../../../i18n/messages.ts'
import type { RowProblem } from '../../../parts/csv/member-rows.ts'
import type { ImportTexts } from '../dialogs/import.messages.ts'
import type { FileProblem } from '../users.import.ts'

export const fileProblemText = (problem: FileProblem, t: Translate<ImportTexts>): string =>
  problem.kind === 'refused' ? problem.message : t(problem.kind)

export const problemText = (problem: RowProblem, t: Translate<ImportTexts>): string => {
  switch (problem.kind) {
    case 'server':
      return t(problem.reason === 'email' ? 'badEmail' : problem.reason)
    case 'refused':
      return problem.message
    case 'twice':
      return t('twice', { line: problem.line })
    case 'unknownRole':
      return t('unknownRole', { role: problem.role })
    default:
      return t(problem.kind)
  }
}
