import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import type { ProfileViewProps } from '../profile.props.ts'

export const PasswordCard = ({ actions, t }: ProfileViewProps) => (
  <Card
    title={t('passwordTitle')}
    text={t('passwordText')}
    action={
      <Button icon="key" onClick={() => void actions.openPassword()}>
        {t('changePassword')}
      </Button>
    }
  />
)
