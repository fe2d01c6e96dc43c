import { useTexts } from '../../feature/feature-context.tsx'
import { Note } from '../note/note.tsx'
import { invitationNoteMessages } from './invitation.messages.ts'
import { type InvitationNews, useInvitation } from './use-invitation.ts'

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
