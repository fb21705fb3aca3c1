import { each, type Language, together } from './language.ts';

const AGES = `1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, un, deux, trois, quatre, cinq, six, sept,
  huit, neuf, dix, onze, douze, treize, quatorze, quinze, seize, dix sept`;
const BARE = 'nu, nus, nue, nues';

/** Says not to undress. "Why not" asks for it all the same. */
const NEGATED = together(
  each('sans, sans même', 'la, le, les', 'déshabiller, dévêtir, dénuder'),
  each(
    'sans',
    'enlever, retirer, ôter, lui enlever, lui retirer, lui ôter',
    'ses vêtements, les vêtements, ses habits, les habits, sa robe, la robe, son haut, quoi que ce soit',
  ),
  each('ne', 'la, le, les', 'déshabille, déshabillez, dénude, dénudez, dévêts', 'pas, surtout pas, jamais'),
  each('ne pas', ', la, le', 'déshabiller, dévêtir, dénuder'),
  each(
    'n enlève, n enlevez, ne retire, ne retirez',
    'pas',
    'ses vêtements, les vêtements, sa robe, la robe, ses habits',
  ),
  'pas nue, pas nu, pas sexy, sans nudité, pas de nudité, sans érotisme, pas sexuel*, non sexuel*',
);

export const FRENCH: Language = {
  alsoWritten: [['œ', 'oe']],
  lists: {
    minor: together(
      `écolière, collégienne, lycéenne, cadette, petite nièce, fifille, bout de chou, minot, minote, minots, jeunette,
        pré adolescente, en primaire, élève mineure, encore mineure, sous 18 ans, moins de dix huit ans, moins de 16
        ans, enfant, enfants, enfantin, enfantine, fillette, fillettes, gamin, gamine, gamins, gamines, gosse, gosses,
        môme, mômes, bambin, bambins, garçonnet, ~ado, ~ados, adolescent, adolescente, adolescents, adolescentes,
        préado, préados, préadolescent*, collégien*, lycéen*, écolier*, écolière*, ~mineure, ~mineures, ~mineur, jeune
        mineur*, prépubère*, pubère*, impubère*, nourrisson*, ~bebe, ~bébés, petite fille, petites filles, petit
        garçon, petits garçons, jeune fille, jeunes filles, jeune garçon, jeunes garçons, jeune ado, petite soeur,
        petit frère, ma fille, sa fille, notre fille, leur fille, mon fils, son fils, ~nièce, ~neveu, ~bambine, moins
        de 18 ans, élève de, élèves de, une élève, des élèves, pas majeure, pas encore majeure, lolita, pédoporno*,
        pédophil*, maternelle, école primaire`,
      each(AGES, 'ans'),
      each('fille, fillette, garçon, âgée de, âgé de', AGES),
    ),
    sexual: together(
      `à poil, dépoil*, à nu devant, habit d'ève, habit d'adam, comme sa mère l'a faite, comme sa mère l'a fait, comme
        dieu l'a faite, comme dieu l'a fait, telle que dieu l'a faite, comme elle est née, comme il est né, comme à sa
        naissance, venue au monde, sans un fil, sans un fil sur, nue comme un ver, nu comme un ver, ne porte plus
        rien, porte plus rien, plus rien sur, n'a plus rien sur, n'a rien sur, sans tissu, sans aucun tissu, porte
        jarretelles, porte jarretelle, guêpière, nibards, nénés, roploplos, loches, cul à l'air, film x, sextape,
        image sexuelle, dénudement, mise à poil, se désape, se déloque, nuisette, en string, bordel, call girl,
        godemichet, vibromasseur, bandante, bandant, bander, sexe apparent, nue, nues, ado nue, ado nu, ado sexy,
        dénude la, dénude le, dénude cette, dénude sa, dénude ses, désape*, dessape*, elle se touche, ~nu, ~nus, toute
        nue, tout nu, nu artistique, modèle nu, nu intégral, homme nu, corps nu, entièrement nu, complètement nu,
        garçon nu, ~dénudé, dénudée, dénudés, dénudées, dénuder, dénudez, dénudant, ~dénude, déshabill*, dévêt*,
        seminue, demi nue, demi nu, à poil, à oilpé, à loilpé, nudité, nudisme, nudiste*, naturiste*, peu vêtue, peu
        vêtu, sans vêtement, sans vêtements, sans habits, sans fringues, sans habit, tenue d'ève, tenue d'adam, simple
        appareil, costume d'ève, costume d'adam, ne porte rien, porte rien, portant rien, sans rien sur elle, sans
        rien sur lui, sans rien sur le corps, sans rien porter, rien sur elle, rien sur la peau, érotique*, érotisme,
        érotisé*, porno*, pédoporno*, pornographi*, ~sexe, de sexe, du sexe, sexuel*, sexualis*, sexuellement, seins,
        nichon*, tétons, téton, mamelon, mamelons, aréole*, vagin, vulve, chatte mouillée, pénis, ~bite, ~bites,
        couilles, testicule*, clitoris, pubis, poils pubiens, organes génitaux, parties intimes, parties génitales,
        cul nu, cul nue, cul à l'air, fesses nues, fesses à l'air, seins à l'air, poitrine nue, poitrine à l'air,
        poitrine découverte, sein nu, sein découvert, masturb*, branle, se branle, branler, branlette, se caresse, se
        touche les seins, orgasme*, orgasmique*, jouissance, éjacul*, fellation*, cunnilingus, sodomi*, levrette,
        baiser avec elle, baise la, baise le, baisent, partouze*, rapport sexuel, rapports sexuels, faire l'amour,
        fait l'amour, font l'amour, faisant l'amour, coït, lascif*, lascive*, lubrique*, obscène*, salope*, pute,
        putes, cochonne, strip tease*, striptease*, strip teaseuse*, stripteaseuse*, effeuillage, effeuill*,
        s'effeuille, viol d'une, violée, lingerie érotique, dévoile ses charmes, excitée, aguichante, aguicheuse,
        aguicheur`,
    ),
    plainest: 'déshabille, déshabiller, déshabillée, déshabillez',
    revealing: together(
      each('pourquoi, et pourquoi, pk', NEGATED),
      each(`grossis, grossir, agrandis, agrandir, augmente`, `sa, ses, la, les`, `poitrine, seins, fesses`),
      each(
        `montre, montre moi, montrez, montrant, montrer, dévoile, dévoilant, dévoiler, découvre, découvrant, exhibe,
          exhibant, dénude, voit, expose, exposant`,
        `sa, ses, son, la, les, le`,
        `poitrine, seins, fesses, cul, derrière, décolleté, entrejambe, nichons, épaules et ses seins, cuisses`,
      ),
      each(
        `t shirt, tee shirt, chemise, chemisier, robe, débardeur, haut, blouse`,
        `, blanc, blanche`,
        `mouillé, mouillée, trempé, trempée, détrempé, détrempée, humide`,
      ),
      each(
        `oublié, oublie, oubliait, oubliant`,
        `de s habiller, de mettre des vêtements, de mettre ses vêtements, de se rhabiller, ses vêtements`,
      ),
      each(
        `version, image, photo, photos, scène, contenu, vidéo, séance`,
        `pour adultes, pour adulte, interdite aux mineurs, interdit aux mineurs, réservée aux adultes, hot, très
          chaude, bien chaude, osée, coquine, torride`,
      ),
      `porte dessous, porte en dessous, y a dessous, a dessous, cache dessous, jusqu'aux fesses, ras des fesses, ras
        du cul, cul en l'air, fesses en l'air, le chevauche, chevauchant le, chevauche un homme, penchée en avant,
        cambrée, on voit tout, qu'on voie tout, qui montre tout, montrant tout, montre tout, montre moi tout, tout
        voir, laisse tout voir, tout d'elle, colle aux seins, colle à sa peau, colle à la peau, collée à la peau,
        collant à la peau, peau à la place, remplacés par de la peau, par la peau, sans censure, non censuré, non
        censurée, habits neufs de l'empereur, popotin, lolos, magazine de charme, photo de charme, photos de charme,
        escort, osée, osées, nue sous sa, nue sous ses, nue sous son, rien d'autre sur, microbikini, micro bikini,
        mini bikini, bikini minuscule, minuscule bikini, string ficelle, bas et jarretelles, en bas résille, en latex,
        ouverte sur sa poitrine, ouvert sur sa poitrine, à moitié déshabillée, bikini trop petit, seins à moitié,
        décolletée jusqu'au nombril, jusqu'au nombril, un drap sur, qu'un drap, n'a qu'un, petite tenue, tenue légère,
        tenues légères, tenue minimaliste, tétons`,
      `sous vêtement, sous vêtements, soutien gorge, soutif, petite culotte, petites culottes, en culotte, sa culotte,
        en slip, en string, un string, string ficelle, porte jarretelles, porte jarretelle, jarretelles, nuisette*,
        guêpière, bas résille, body transparent, maillot deux pièces, micro maillot, torse nu, torses nus, torse nue,
        légèrement vêtue, légèrement vêtu, légèrement vêtues, court vêtue, à moitié habillée, moitié nue, moitié nu,
        sensuel*, sensuelle*, suggestif*, suggestive*, provocant*, provocateur, provocatrice, séductrice, coquin,
        coquine, pose coquine, affriolant*, sulfureu*, libertin*, soumise, dominatrice, charnel*, excitant,
        ~excitante, excitantes, plus chaude, bien chaude, rends la chaude, bonasse, bombe sexuelle, plus de peau,
        montre sa peau, peau nue, montre son corps, son corps nu, corps sous, décolleté plongeant, grand décolleté,
        gros décolleté, décolleté profond, décolleté plus profond, décolleté plus grand, plus de décolleté, décolleté
        vertigineux, plus décolletée, décolleté généreux, gros seins, grosse poitrine, grosses poitrines, plus grosse
        poitrine, forte poitrine, poitrine plus grosse, poitrine généreuse, poitrine opulente, montre sa poitrine,
        montrer sa poitrine, montrant sa poitrine, montre la poitrine, exhibe*, exhibitionnis*, fesses, montre ses
        fesses, montre son cul, gros cul, son cul, cul, petit cul, jambes écartées, jambes ouvertes, cuisses ouvertes,
        cuisses écartées, écarte les jambes, écarte ses jambes, écartant les jambes, écarte les cuisses, à quatre
        pattes sur le lit, elle à quatre pattes, femme à quatre pattes, mets la à quatre pattes, mets le à quatre
        pattes, à califourchon, en missionnaire, t shirt mouillé, tee shirt mouillé, chemise mouillée, chemisier
        mouillé, robe mouillée, tshirt mouillé, juste une serviette, qu'une serviette, d'une serviette, seulement une
        serviette, simple serviette, vêtue d'un drap, juste des chaussettes, que des chaussettes, que des talons,
        juste des talons, juste ses talons, vêtue seulement de, vêtue uniquement de, rien en dessous, rien dessous,
        rien d'autre que, rien sous, rien par dessous, sous sa robe, sous la robe, sous sa jupe, sous la jupe, sous
        les jupes, sous ses vêtements, sous les vêtements, sous ses habits, sous son chemisier, sous sa chemise, à
        travers ses vêtements, à travers sa robe, à travers ses habits, par sa peau, par de la peau, vêtements par
        rien, actrice porno, star du porno, danseuse de pole, playmate, gémit, gémissant, gémissante, attachée au lit,
        ligotée, moins habillée, moins de vêtements, moins vêtue, moins de tissu, plus courte possible, ras les
        fesses, moulante transparente, rayons x`,
    ),
    remove: `débarrasse la, débarrasse le, débarrassez la, libère la, délivre la, dépouille la, dépouille, dépouiller,
      dévêts la de, défait, défaites, adieu, adieu la, adieu les, exit, bas les, volé, vole, volés, volées, vole lui,
      brûle, brûler, fais fondre, faites fondre, faire fondre, dissous, dissoudre, fais s'évaporer, évapore, lacère,
      lacérer, délace, délacer, détache, détacher, dézippe, dézipper, ouvre grand, découpe, découper, ote, qu'elle
      enlève, qu'elle retire, fais lui enlever, fais lui retirer, tire sur, cache, masque, dissimule, extirpe la, sors
      la de, fais la sortir de, ce qu'il y a sous, ce qui se cache sous, sans porter, sans porter de, ne met pas, ne
      mets pas, enlève, enlèves, enlever, enlevez, enlevons, enlèvent, enlevant, enlevé, retire, retires, retirer,
      retirez, retirent, retirant, ôte, ôter, ôtez, ôtant, supprime, supprimer, supprimez, efface, effacer, effacez,
      vire, virer, virez, dégage, arrache, arracher, arrachez, arrachant, arraché, déboutonne, déboutonner,
      déboutonnez, déboutonnant, dégrafe, dégrafer, dégrafant, déchire, déchirer, déchirez, défais, défaire, dénoue,
      ouvre, ouvrez, ouvrant, ouvrir, soulève, soulever, soulevez, soulevant, relève, relever, remonte, remonter,
      retrousse, retrousser, baisse, baisser, baissez, baissant, descends, descendre, abaisse, fais disparaître,
      faites disparaître, faire disparaître, fais tomber, faire tomber, fais glisser, faire glisser, laisse tomber,
      laisse glisser, laissant tomber, laissant glisser, débarrasse la de, débarrasse le de, débarrasser de,
      débarrassée de, dépouille la de, quitte, quittant, sort de, libère la de, élimine, éliminer, gomme, gommer,
      ~sans, ~sans aucun, sans aucune, sans le, sans la, sans les, sans son, sans sa, sans ses, pas de, plus aucun,
      plus aucune, aucun, aucune, ne porte pas, ne porte plus, n'a plus, n'a pas, privée de, dénuée de`,
    gone: `fond, fondent, fondu, fondue, fondus, s'évapore, évaporé, évaporée, évaporés, se dissout, se dissolvent,
      dissous, dissoute, volé, volée, volés, volées, brûlé, brûlée, glissé, glissée, qui tombe, qui glisse, en
      lambeaux, en morceaux, aux genoux, jusqu'aux genoux, sur les genoux, aux pieds, à ses pieds, s'envole,
      s'envolent, envolé, envolée, envolés, de trop, qui manque, manquant, manquante, manquants, absente, absent,
      délacé, délacée, détaché, détachée, enlevé, enlevée, enlevés, enlevées, retiré, retirée, retirés, retirées, ôté,
      ôtée, ôtés, ôtées, supprimé, supprimée, supprimés, supprimées, effacé, effacée, effacés, arraché, arrachée,
      arrachés, arrachées, déchiré, déchirée, déchirés, déchirées, déboutonné, déboutonnée, dégrafé, dégrafée,
      dégrafés, ouvert, ouverte, ouverts, ouvertes, relevé, relevée, remonté, remontée, retroussé, retroussée,
      soulevé, soulevée, baissé, baissée, baissés, descendu, descendue, disparu, disparue, disparus, disparaît,
      disparaissent, disparaisse, disparaître, tombe, tombent, tombé, tombée, tombés, tomber, glisse, glissent,
      glisser, en moins, à terre, par terre, aux chevilles, sur les chevilles, enlève la, enlève le, enlève les,
      retire la, retire le, retire les, invisible, invisibles, volatilisés`,
    sheer: `~transparent, transparente, transparents, transparentes, translucide, translucides, invisible, invisibles,
      diaphane, diaphanes, see through, ultra moulante, voir à travers`,
    garment: `vêtement, vêtements, habit, habits, fringue, fringues, sapes, tenue, tenues, robe, robes, nuisette,
      jupe, jupes, minijupe, mini jupe, pantalon, pantalons, ~short, ~shorts, jean, collants, collant, culotte,
      culottes, slip, caleçon, ~boxer, ~string, soutien gorge, soutif, sous vêtements, dessous, chemisier, chemisiers,
      corsage, blouse, combinaison, costume, maillot, maillots, maillot de bain, pyjama, chemise de nuit, peignoir,
      kimono, corset, bustier, uniforme, ~body, legging, survêtement, tailleur, serviette, tout ce qu'elle porte, ce
      qu'elle porte, tout ce qu'il porte, ce qu'il porte, ses affaires`,
    top: `chemise, chemises, t shirt, tee shirt, tee, débardeur, ~haut, ~hauts, ~top, pull, pulls, pullover, ~sweat,
      polo, ~marcel, gilet, ~le bas, tricot, chandail, crop top, brassière`,
    innocent: together(
      each(
        `linge, chemise, robe, serviette, t shirt`,
        `mouillé, mouillée, trempée`,
        `sur le fil, sur un fil, sur le cintre, dans la machine, sur l étendoir, au soleil`,
      ),
      each(
        `moins, peu, plus, beaucoup`,
        `de vêtements, d habits, de linge`,
        `sur le cintre, sur les cintres, sur le fil, dans l armoire, dans le placard, dans la valise, sur le lit, par
          terre, sur le portant, dans le panier, à l étendoir`,
      ),
      `rat taupe nu, rats taupes nus, rat taupe, fond transparent, fonds transparents, parapluie transparent, png
        transparent, verre transparent, vitre transparente, couleur nue, hôtesse de bordel, fond blanc, fond noir,
        fond vert, fond uni, fond bleu, fond flou, au fond, le fond, du fond, un fond, à l'œil nu, œil nu, sans
        culottes, un sans culotte, le sans culotte, jupe culotte, culotte de cheval, seins de la terre, éducation
        sexuelle, orientation sexuelle, abus sexuels, violences sexuelles, harcèlement sexuel, nu metal, nu jazz, nu
        disco, nu propriétaire, mise à nu, bébé à quatre pattes, pêche nue, jeune fille au pair, l'enfant jésus, bas
        relief, vert pomme`,
      each(
        `pied, pieds, tête, main, mains, mur, murs, arbre, arbres, branche, branches, épaule, épaules, colline,
          collines, roche, roches, rocher, rochers, pierre, béton, terre, paysage, plaine, montagne, montagnes, fil,
          câble, rue, rues, sol, ampoule, façade, façades, bras, vérité, toile, pièce`,
        BARE,
      ),
      each(
        'à poil, à poils',
        `long, longs, court, courts, ras, dur, durs, mi long, mi longs, frisé, frisés, roux, soyeux, blanc, blancs,
          noir`,
      ),
      each(
        'le haut, le bas, en haut, en bas',
        'de l, du, de la page, de la photo, de la montagne, de la tour, de la colline, des',
      ),
      each('vêtements, vêtement, habits', 'du fil, du sol, sur le fil, sur le lit, par terre, de la valise, du cintre'),
    ),
    undress: 'sans rien',
    notEnglish: `les bras, ses bras, des bras, mes bras, tes bras, vos bras, aux bras, leurs bras, bras croisés, bras
      levés, bras nus, bras ouverts, bras tendus, deux bras, dans bras, ~bras, ~son, ~sons`,
    only: together(
      each(
        `seulement, juste, uniquement, simplement, exclusivement, rien que, vêtue seulement, vêtue uniquement, vêtue
          juste, ne porte, ne portant, n a, n ayant, n est vêtue`,
        `avec, en, de, d, que, qu, que de, que d`,
      ),
      `rien d'autre que, rien d'autre qu, rien que, rien sauf, rien excepté, rien hormis`,
    ),
    worn: `serviette, drap, draps, bijoux, bijou, chaussettes, bas, talons, talons hauts, chaussures, bottes,
      sandales, collier, perles, boucles d'oreilles, tablier, sourire, cravate, écharpe, mousse, chantilly, crème
      fouettée, chapeau, ceinture, gants, feuilles, feuille de vigne, pétales, peau, tatouages, ruban`,
    negated: NEGATED,
  },
  grammar: {
    own: `sans, une, elle, avec, dans, sous, cette, ses, aux, du, et, ou, mais, pour, pas, qui, sont, chez, femme,
      homme, fille, est, ces, au, il, ils, elles, leur, même, très, plus, moins, lui, enlève, mets, fais, rends,
      montre, retire, les, petite, petit, l, d, qu, n, c`,
    filler: `le, la, les, l, un, une, des, du, son, sa, ses, leur, leurs, mon, ma, mes, ton, ta, tes, votre, vos,
      notre, ce, cet, cette, ces, lui, moi, toi, tout, toute, tous, toutes, s, il, te, vous, plaît, stp, svp, bien,
      vite, rapidement, doucement, lentement, complètement, entièrement, totalement, numériquement, virtuellement,
      maintenant, vraiment, juste, aussi, et, rouge, rouges, bleu, bleue, bleus, noir, noire, noirs, blanc, blanche,
      blancs, vert, verte, jaune, rose, grise, gris, longue, long, courte, court, petite, petit, belle, beau, joli,
      jolie, autre, même, autres, là, encore, merci, femme, fille, dame, fais, elle, d, deux`,
    preposition: `de, d, du, des, à, au, aux, en, dans, sur, sous, avec, derrière, devant, contre, entre, près,
      autour, pour, par, chez, depuis, vers, hors, parmi, après, avant`,
    quantity: `tout, toute, tous, toutes, pièce, pièces, couche, couches, reste, ensemble, partie, moitié, haut, bas,
      aucun, aucune, plus, moins, pas, trace, bout, beaucoup, morceau, morceaux, chacun`,
    auxiliary: `a, ont, est, sont, été, soit, soient, était, être, fut, se, s, qui, que, complètement, entièrement,
      totalement, doucement, lentement, presque, à, moitié, déjà, par, vient, viennent, de, d, va, vont, doit,
      doivent, peu, au, sol, tout, toute, très, bien, rendre, rends, devient, deviennent, ai, fait, fais,
      numériquement, légèrement`,
    turn: `mais, ajoute, ajouter, mets, mettre, mettez, donne, garde, garder, change, changer, remplace, remplacer,
      porte, portant, puis, colorie, peins, habille, par`,
    withWords: 'avec, en',
    person: `elle, la, le, lui, les, femme, fille, dame, homme, garçon, personne, gens, mec, meuf, copine, actrice,
      modèle, se, toute, tout, complètement, moi, même`,
  },
};
