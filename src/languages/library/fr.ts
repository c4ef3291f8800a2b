import type { LibraryWords } from '../library-words.ts';

/** Titles and descriptions of the bundled library's templates. */
export const library: LibraryWords = {
  '404-calm': ['Calme', 'Le message au milieu, et rien pour en distraire hormis les articles les plus lus.'],
  '404-front': ['Retour à l’actualité', 'Le message, puis les derniers articles avec de grandes images.'],
  '404-index': [
    'Index',
    'Le message sur un bandeau teinté ; des titres, et à côté ce qu’on lit et cherche le plus.',
  ],
  'attachment-darkroom': ['Chambre noire', 'L’image sur un bandeau sombre, où rien ne lui fait d’ombre.'],
  'attachment-file': ['Fiche', 'Nom et texte à côté de l’image : pour les petites images et les fichiers.'],
  'attachment-plate': [
    'Planche',
    'L’image d’abord, aussi grande que possible ; son nom et son texte dessous.',
  ],
  'author-column': [
    'Chronique',
    'La personne sur un bandeau teinté, son dernier article en grand, une barre latérale à côté de la liste.',
  ],
  'author-index': ['Index', 'Chaque titre avec sa date, sur deux colonnes.'],
  'author-portrait': ['Portrait', 'Portrait et biographie au milieu, articles en cartes dessous.'],
  'category-desk': [
    'Rédaction',
    'Une grande image et deux à côté, une liste dessous, et une barre latérale avec ce qu’on commente et lit le plus.',
  ],
  'category-journal': [
    'Journal',
    'Nom et description au milieu, un article sous l’autre, sans barre latérale.',
  ],
  'category-mosaic': [
    'Mosaïque',
    'Une grande image et quatre plus petites, puis des cartes sur trois colonnes.',
  ],
  'category-phone': [
    'Titres pour téléphones',
    'Pour téléphones : un premier article en grand, puis des titres, et les plus commentés à la fin.',
  ],
  'category-stage': [
    'Scène',
    'Le nom sur un bandeau sombre, deux grandes images au-dessus de trois, de petites dessous.',
  ],
  'category-wire': [
    'Dépêches',
    'Des titres datés sur deux colonnes : pour les rubriques où il se passe beaucoup de choses.',
  ],
  'cpt-beside': [
    'Titre à côté de l’image',
    'Titre et image côte à côte sur un bandeau teinté ; texte et barre latérale dessous.',
  ],
  'cpt-essay': ['Essai', 'Une colonne et rien à côté : pour les longs textes qu’on lit jusqu’au bout.'],
  'cpt-tax-list': ['Liste', 'Une liste avec images, la première en grand, et une barre latérale.'],
  'cpt-tax-mosaic': ['Mosaïque', 'Une grande image et quatre plus petites, puis des cartes.'],
  'date-album': ['Album', 'La date sur un bandeau teinté, les cartes de chaque jour dessous.'],
  'date-calendar': ['Calendrier', 'Par jour de parution, avec images et barre latérale.'],
  'date-chronicle': ['Chronologie', 'Des titres jour après jour : tout le mois d’un coup d’œil.'],
  'footer-colophon': ['Colophon', 'Nom, texte et liens au milieu, les uns sous les autres.'],
  'footer-night': [
    'Pied de page sombre',
    'Les mêmes colonnes sur fond sombre, quel que soit le thème de couleurs.',
  ],
  'footer-read': ['Les plus lus', 'Le site, ses rubriques, et ce qui est le plus lu.'],
  'footer-slip': ['Bande', 'Une ligne : copyright, menu du pied de page, choix de confidentialité.'],
  'header-above': [
    'Grand nom',
    'Date et outils en petit, le nom aussi grand que sur papier, le menu au milieu.',
  ],
  'header-banner': ['Nom et bannière', 'Le nom au début, la publicité du site à côté, le menu dessous.'],
  'header-line': ['Une ligne', 'Nom, menu et outils sur une ligne : laisse le plus de place à la suite.'],
  'header-night': [
    'Manchette sombre',
    'Le nom sur un bandeau sombre quel que soit le thème de couleurs, le menu sur papier dessous.',
  ],
  'home-edition': [
    'Édition du matin',
    'L’ensemble de tête, puis une liste à côté d’une barre latérale, rubriques et plumes.',
  ],
  'home-gallery': [
    'Une en images',
    'Portée par les images : une mosaïque, des rangées qui défilent, des films sur fond sombre.',
  ],
  'home-journal': [
    'Journal',
    'Un article en grand, les autres les uns sous les autres : pour un site qui publie de temps en temps.',
  ],
  'home-phone': [
    'Une pour téléphones',
    'Pour téléphones : l’article de tête, les plus lus, et tout le reste en petites images avec leurs titres.',
  ],
  'home-wire': [
    'Dépêches',
    'Les titres d’abord : ce qui vient d’arriver, ce qui est lu, une colonne par rubrique.',
  ],
  'page-handbook': [
    'Manuel',
    'Les sous-pages figurent dans la marge : pour les modes d’emploi, les règles et tout ce qui a des chapitres.',
  ],
  'page-letter': ['Lettre', 'Titre au milieu, une colonne de texte.'],
  'page-poster': ['Affiche', 'Titre et image sur un bandeau sombre : pour ce qui fait le propos du site.'],
  'search-cards': ['Cartes', 'Le champ sur un bandeau teinté, les résultats en cartes sur trois colonnes.'],
  'search-desk': ['Salle de lecture', 'Une liste de résultats avec images, et ce qui est commenté à côté.'],
  'search-list': ['Liste simple', 'Une colonne de titres et des passages trouvés.'],
  'single-across': [
    'Image pleine largeur',
    'Le titre au milieu, son image d’un bord à l’autre de la page, le texte à côté d’une barre latérale.',
  ],
  'single-beside': [
    'Titre à côté de l’image',
    'Titre et image côte à côte sur un bandeau teinté ; texte et barre latérale dessous.',
  ],
  'single-essay': ['Essai', 'Une colonne et rien à côté : pour les longs textes qu’on lit jusqu’au bout.'],
  'single-margin': [
    'Notes en marge',
    'Signature, partage et étiquettes dans une colonne étroite qui reste visible ; le texte est seul.',
  ],
  'single-night': [
    'Ouverture sombre',
    'Titre et image sur un bandeau sombre : pour ce qui doit être vu d’abord, quel que soit le thème de couleurs.',
  ],
  'single-phone': [
    'Lecture sur téléphone',
    'Pour téléphones : titre, image, texte et commentaires, et cinq titres à la fin.',
  ],
  'tag-cards': ['Cartes', 'Tout ce qui porte une étiquette, en cartes sur quatre colonnes.'],
  'tag-dossier': [
    'Dossier',
    'Le nom de l’étiquette sur un bandeau sombre, trois images, et une liste dessous.',
  ],
  'tag-thread': ['Fil', 'L’histoire jusqu’ici : des titres datés, et une barre latérale.'],
  'woo-archive-list': ['Tarif', 'Une liste avec images à côté.'],
  'woo-archive-shelves': ['Rayons', 'Des cartes sur quatre colonnes.'],
  'woo-product-beside': ['À côté de l’image', 'L’image d’un côté, nom et description de l’autre.'],
  'woo-product-stage': ['Scène', 'Nom et image sur un bandeau teinté, la description dessous.'],
  'woo-search-list': ['Liste simple', 'Ce qui a été trouvé, l’un sous l’autre.'],
  'woo-search-shelves': ['Rayons', 'Ce qui a été trouvé, en cartes sur quatre colonnes.'],
  'woo-shop-plain': ['Comptoir', 'Le nom au milieu, des cartes sur trois colonnes.'],
  'woo-shop-window': ['Vitrine', 'Une grande image et quatre plus petites, puis des cartes.'],
};
