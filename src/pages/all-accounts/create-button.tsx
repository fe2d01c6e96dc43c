import { Button } from '../../ui/button/button.tsx'
import type { AccountsViewProps } from './accounts.props.ts'

/** Renders nothing for a user who may not create accounts. */
export const CreateButton = ({ state, actions, t }: Pick<AccountsViewProps, 'state' | 'actions' | 't'>) => {
  const { viewer, root } = state
  if (!viewer?.may.write || !root) return null
  return (
    <Button variant="primary" icon="plus" onClick={() => actions.openDialog({ kind: 'create', parent: root })}>
      {t('createNewAccount')}
    </Button>
  )
}
