import { Icon } from '../../../ui/icon/icon.tsx'

/** Returns to the first step of the sign-in. */
export const BackButton = ({ label, onPress }: { label: string; onPress(): void }) => (
  <button type="button" className="fe-auth-link" onClick={onPress}>
    <Icon name="arrow-left" />
    {label}
  </button>
)
