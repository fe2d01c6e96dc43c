import { useEffect, useState } from 'react'
import { invitation } from '../../contract/invitation.ts'
import { useRuntime, useTexts } from '../../feature/feature-context.tsx'
import { isAbort } from '../../kernel/errors.ts'
import { isLinkRefused, pageQuery } from '../../navigation/page-query.ts'
import { Note } from '../note/note.tsx'
import { invitationNoteMessages } from './invitation.messages.ts'

/** State of the `invitationToken` in the URL. */
type InvitationNews = { kind: 'asking' } | { kind: 'invited'; tenantName: string } | { kind: 'failed' }

/** Loads the invitation once per token; returns `undefined` without one. */
export const useInvitation = (): InvitationNews | undefined => {
  const { deps } = useRuntime()
  const token = pageQuery(deps).get('invitationToken')
  const [news, setNews] = useState<InvitationNews>()
  useEffect(() => {
    if (!token) return
    const life = new AbortController()
    const api = deps.client({ invitation }).invitation
    api.verifyInviteToken({ body: { token } }, { signal: life.signal }).then(
      ({ name }) => setNews({ kind: 'invited', tenantName: name }),
      (error: unknown) => {
        if (isAbort(error) || life.signal.aborted) return
        if (isLinkRefused(error)) deps.navigator.linkTokens?.forgetOnReload()
        setNews({ kind: 'failed' })
      },
    )
    return () => life.abort()
  }, [deps, token])
  return news ?? (token ? { kind: 'asking' } : undefined)
}

/** Names the inviting account if the URL has an invitation token, or reports that the token is invalid. */
export const InvitationNote = ({ news }: { news: InvitationNews | undefined }) => {
  const t = useTexts(invitationNoteMessages)
  if (!news) return null
  if (news.kind === 'asking') return <Note tone="info">{t('invitationAsking')}</Note>
  if (news.kind === 'invited') return <Note tone="info">{t('invitedTo', { name: news.tenantName })}</Note>
  return (
    <Note tone="warning" title={t('invitationFailed')}>
      {t('invitationFailedText')}
    </Note>
  )
}

/** Renders the same note, but loads the invitation itself. */
export const Invitation = () => <InvitationNote news={useInvitation()} />
