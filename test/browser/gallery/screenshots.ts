// `npm run trial -- screenshots`: takes the pictures of all pages into the folder `screenshots` and names
// those that do not look as they were last accepted. `screenshots accept NAME...` accepts some; `screenshots
// docs` renews those in docs/.
import '../../../lib/help.ts';
import { copyFileSync, readdirSync } from 'node:fs';
import { accept, changedNames, fingerprintsOf, readAccepted, writeAccepted } from './accepted.ts';
import { takeDeskPictures } from './desk-pictures.ts';
import { takeFrontPictures, takePhones } from './front-picture.ts';
import { GALLERY, takeGallery } from './gallery.ts';

const DOCS = new URL('../../../docs/screenshots/', import.meta.url);

const [command, ...names] = process.argv.slice(2);
const taken = fingerprintsOf(await takeGallery());
if (command === 'accept') writeAccepted(accept(names, taken, readAccepted()));
if (command === 'docs') {
  for (const file of readdirSync(DOCS).filter((name) => taken.has(name.replace('.png', ''))))
    copyFileSync(new URL(file, GALLERY), new URL(file, DOCS));
  await takePhones(DOCS, GALLERY);
  await takeFrontPictures(DOCS);
  await takeDeskPictures(DOCS);
}
const changed = changedNames(taken, readAccepted());
for (const name of changed) console.log(`${name} does not look as accepted: screenshots/${name}.png`);
console.log(`${taken.size} pictures in screenshots/, ${changed.length} not as accepted.`);
if (changed.length > 0) process.exitCode = 1;
