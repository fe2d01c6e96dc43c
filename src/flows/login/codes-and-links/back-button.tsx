export const BackButton = ({ label, onPress }: { label: string; onPress(): void }) => (
  <button type="button" className="fe-auth-link" onClick={onPress}>
    {label}
  </button>
)
