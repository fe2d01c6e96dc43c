import { ERROR_CODES } from '../../../../src/contract/error-codes.ts'
import { code, fence, page, table } from './markdown.mjs'

const INTRODUCTION = `The body of a failed call has texts for users in \`errors\`, and a \`code\` for programs. Codes are stable, while texts may be
reworded. The same case has the same code and text for everyone, so a code reveals nothing that its text doesn’t.`

const EXAMPLE = `try {
  await save()
} catch (error) {
  if (error instanceof HttpError && error.body?.code === 'outdated') await reload()
  else throw error
}`

const DETAILS = `Backends other than the reference backend may send no code; compare the status then. A body can have more members: \`error\` of OAuth
2.0 calls, and \`reason\` where an account refuses a session. Errors of SCIM have the form of RFC 7644 instead.`

export const errorCodesPage = () =>
  page(
    'Error codes',
    INTRODUCTION,
    fence('json', '{ "errors": ["This user is already a member of the account"], "code": "taken" }'),
    '`HttpError` has the body of the response:',
    fence('js', EXAMPLE),
    DETAILS,
    table(
      ['Code', 'Status', 'Meaning'],
      Object.entries(ERROR_CODES).map(([name, { status, text }]) => [code(name), status.join(', '), text]),
    ),
  )
