import { useState } from 'react'
import type { DomainLine } from '../../../../contract/restrictions.ts'
import { useProblems } from '../../../../parts/form-card/form-card.tsx'
import { isSharedSuffix, normalizeDomain } from '../../../../rules/email-domain.ts'
import { Alert } from '../../../../ui/alert/alert.tsx'
import { Badge } from '../../../../ui/badge/badge.tsx'
import { Field } from '../../../../ui/field/field.tsx'
import { FormDialog } from '../../../../ui/form-dialog/form-dialog.tsx'
import { Textarea } from '../../../../ui/textarea/textarea.tsx'
import { type DomainsViewProps, linesOf } from '../domains.state.ts'

/** The backend's limit per call. */
const MAX_LINES = 10_000
/** Further lines are only counted, because a list of thousands is useless. */
const MAX_SHOWN = 100

const TONES = { created: 'success', exists: 'neutral', invalid: 'danger' } as const

const Results = ({ lines, t }: { lines: readonly DomainLine[] } & Pick<DomainsViewProps, 't'>) => {
  const count = (wanted: DomainLine['status']) => lines.filter(({ status }) => status === wanted).length
  const rest = lines.length - MAX_SHOWN
  return (
    <Alert tone="info" title={t('resultsTitle')}>
      {t('results', { created: count('created'), exists: count('exists'), invalid: count('invalid') })}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard (axe: scrollable-region-focusable) */}
      <ul className="fe-security-domains-results" tabIndex={0} aria-label={t('resultsTitle')}>
        {lines.slice(0, MAX_SHOWN).map(({ line, status }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same line can be there twice, and lines never move
          <li key={at}>
            <span className="fe-security-domains-name">{line}</span>
            <Badge tone={TONES[status]}>{t(status)}</Badge>
          </li>
        ))}
        {rest > 0 && <li>{t('moreResults', { count: rest })}</li>}
      </ul>
    </Alert>
  )
}

const useLines = (t: DomainsViewProps['t']) => {
  const [typed, setTyped] = useState('')
  const lines = linesOf(typed)
  const isInvalid = lines.length > 0 && lines.every((line) => normalizeDomain(line) === undefined)
  const problemOf = (): string | undefined => {
    if (lines.length === 0) return t('domainRequired')
    if (lines.length > MAX_LINES) return t('tooMany', { max: MAX_LINES })
    if (lines.some((line) => line.startsWith('*.'))) return t('domainWildcard')
    return isInvalid ? t('domainInvalid') : undefined
  }
  const problem = problemOf()
  return { typed, setTyped, lines, problems: useProblems<'domains'>(problem ? { domains: problem } : {}) }
}

/** Asks for one domain or a pasted list. Lines that weren't added stay, with the reason. */
export const AddDialog = ({ state, actions, t }: DomainsViewProps) => {
  const { typed, setTyped, lines, problems } = useLines(t)
  const { dialog, saving, formError, draft } = state
  const results = dialog?.lines
  const shared =
    draft.listType === 'ALLOW' ? lines.filter((line) => isSharedSuffix(normalizeDomain(line) ?? '')).join(', ') : ''
  const [asked, setAsked] = useState('')
  const isAsking = shared !== '' && asked === shared
  const submit = async () => {
    if (!problems.check()) return false
    if (shared !== '' && !isAsking) {
      setAsked(shared)
      return false
    }
    if (!(await (isAsking ? actions.add(lines, { confirmed: true }) : actions.add(lines)))) return undefined
    // Invalid lines stay so that they can be fixed.
    setTyped(lines.filter((line) => normalizeDomain(line) === undefined).join('\n'))
    problems.forget()
    return true
  }
  return (
    <FormDialog
      open
      size="m"
      title={t(`${draft.listType}AddTitle`)}
      submitLabel={t(isAsking ? 'addAnyway' : 'addSubmit')}
      cancelLabel={results ? t('done') : t('cancel')}
      busy={saving}
      error={formError}
      dirty={!results && typed.trim() !== ''}
      onSubmit={submit}
      onClose={actions.closeDialog}
    >
      {results && <Results lines={results} t={t} />}
      {isAsking && <Alert tone="warning">{t('sharedSuffix', { suffix: shared })}</Alert>}
      <Field label={t('addLabel')} hint={t('addHint')} error={problems.of('domains')}>
        {(ids) => (
          <Textarea
            {...ids}
            name="domains"
            rows={6}
            autoComplete="off"
            spellCheck={false}
            readOnly={saving}
            value={typed}
            data-autofocus
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  )
}
