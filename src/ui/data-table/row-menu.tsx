import { IconButton } from '../icon-button/icon-button.tsx'
import { useUiText } from '../locale/ui-text.ts'
import type { MenuItem } from '../menu/menu.props.ts'
import { Menu } from '../menu/menu.tsx'

interface RowMenuProps {
  name: string
  items(): readonly MenuItem[]
}

export const RowMenu = ({ name, items }: RowMenuProps) => {
  const label = useUiText()('moreActions', { name })
  return <Menu align="end" label={label} items={items} trigger={<IconButton icon="dots" label={label} />} />
}
