import { useTexts } from '../../feature/feature-context.tsx'
import { Note } from '../note/note.tsx'
import { invitationNoteMessages } from './invitation.messages.ts'
import { type InvitationNews, useInvitation } from './use-invitation.ts'

/** Says who invited the user whose URL has an invitation token, or that the token is worth nothing. */
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

/** The same, asked by itself. */
export const Invitation = () => <InvitationNote news={useInvitation()} />
