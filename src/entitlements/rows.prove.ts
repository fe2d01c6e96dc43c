/** RELIABILITY rows 38, 39 and the first half of 40: the same tests, whose figures `npm run prove` collects. */
import './hostile-patterns.test.ts'
import './property.test.ts'
import '../rules/access.test.ts'
