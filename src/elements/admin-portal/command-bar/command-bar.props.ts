import type { FeatureProps } from '../../../feature/define.ts'
import type { CommandBarTexts } from './command-bar.messages.ts'
import type { CommandBarActions, CommandBarState } from './command-bar.slice.ts'
import type { CommandBarPort } from './command-bar-port.ts'

export interface CommandBarProps extends FeatureProps<CommandBarState, CommandBarActions, CommandBarTexts> {
  port: CommandBarPort
}
