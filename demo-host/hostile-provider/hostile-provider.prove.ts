// RELIABILITY row 15: the same modules, with their figure noted.
import './hostile-provider.test.ts'
