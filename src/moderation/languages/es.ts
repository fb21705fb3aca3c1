import { each, type Language, together } from './language.ts';

const AGES = `1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, tres, cuatro, cinco, seis, siete, ocho,
  nueve, diez, once, doce, trece, catorce, quince, dieciséis, diecisiete`;
const BARE = 'desnudo, desnuda, desnudos, desnudas';

/** Says not to undress. "Why not" asks for it all the same. */
const NEGATED = together(
  each('sin, no', 'desnudarla, desnudarlo, desnudar, desvestirla, desvestirlo, desvestir'),
  each('no', 'la, lo, las, los, me la', 'desnudes, desnude, desvistas, desvista'),
  each(
    'sin, no, no le',
    'quitar, quitarle, quites, quite',
    'la ropa, ropa, su ropa, nada, el vestido, la camisa, la ropa a ella, la ropa a la mujer',
  ),
  'no desnuda, no desnudo, no desnudas, no desnudos, sin desnudos, sin desnudez, nada sexual, no sexual',
);

export const SPANISH: Language = {
  ownLetters: /[ñ¿¡]|n\u0303/iu,
  lists: {
    minor: together(
      `mi sobrina, quinceañero, chamaquito, niñas, nenita, pequeñita, pequeñitas, bachiller menor, preescolares,
        kinder, jardín de niños, de kínder, alumnita, colegialita, hermana pequeña, hermana menor, hermano pequeño,
        hermano menor, hija adolescente, ~niña, niñas, ~niño, niños, niñita, niñitas, niñito, ~niña desnuda, ~niña
        sexy, ~niña erótica, niñez, nena, nenas, nene, nenita, nenes, chiquilla, chiquillas, chiquillo, chiquillos,
        chiquita, chiquitas, chavala menor, chamaca, chamacas, chamaco, chamacos, chamaquita, pibita, pibitas, pibito,
        pebeta, gurisa, cabrita menor, guagua, mocosa, mocosas, cría de, crío, críos, adolescente, adolescentes,
        preadolescente, preadolescentes, quinceañera, quinceañeras, colegiala, colegialas, colegial, colegiales,
        escolar, escolares, alumna, alumnas, alumno, alumnos, menor de edad, menores de edad, menores desnud*, menor
        desnud*, menor de 18, menores de 18, menor de 16, muchachita, muchachitas, jovencita, jovencitas, jovencito,
        infantil, infantiles, infante, infantes, bebés, un bebé, el bebé, su bebé, bebé erótico, bebé desnud*, bebita,
        bebito, párvulo*, impúber, prepúber*, púber, lolita, lolitas, mi hija, su hija, mi hijo, hija pequeña, hija
        menor, hijita, sobrina, sobrinita, hermanita, hermanito, estudiante de secundaria, estudiantes de secundaria,
        estudiante de primaria, estudiantes de primaria, alumna de secundaria, de secundaria, de primaria,
        preescolar*, pederast*, pedofil*`,
      each(AGES, 'años, añitos, añeros'),
      each('niña de, niño de, chica de, chico de', AGES),
    ),
    sexual: together(
      `sin trapos, sin un trapo, en porretas, en cueros vivos, en pelota viva, como su madre la parió, como su madre
        lo parió, como su madre la trajo, como su madre lo trajo, como llegó al mundo, tal como nació, como nació, sin
        tela, sin tela alguna, sin telas, lencería, liguero, ligueros, tanga de hilo, en hilo dental, se quita la
        ropa, quitándose la ropa, quitarse la ropa, se saca la ropa, sacándose la ropa, pectorales desnudos, pubis,
        entrepierna desnuda, nalgotas, tetitas, tetotas, chichotas, sexoservidora, foto sexual, pose sexual,
        sexualidad explícita, ya no lleva nada, desnudita, desnudito, encueradita, encueradito, pilucho, bichi,
        desnud*, semidesnud*, desvest*, desviste*, desvisti*, desvíst*, encuerad*, encuera, encuéra*, encuerar*,
        encuere*, en cueros, en pelotas, en pelota, en bolas, empelot*, empelota, calata, calato, calatas, calatos,
        calatita, pilucha, pilucho, viringa, en tetas, chirinola desnuda, traje de eva, traje de adán, como dios la
        trajo, como dios lo trajo, como vino al mundo, como llegó al mundo, despelot*, sin vestido, sin ropa, sin nada
        de ropa, sin ropas, sin nada puesto, sin nada encima, sin prendas, sin una sola prenda, no lleva nada puesto,
        no lleva nada, no lleve nada, no trae nada, no traiga nada, no tenga nada puesto, no tiene nada puesto, no usa
        nada, sin vestimenta, sin vestir, nudista*, nudismo, nudes, ~packs, pack sexual, erótic*, erotismo, erotiz*,
        porno*, pornograf*, sexo, ~sexual, sexuales, sexualmente, sexualiz*, tetas, teta, tetona, tetonas, tetazas,
        chichis, chiches al aire, pezón, pezones, vagina, vulva, coño, concha abierta, pene, penes, polla erecta,
        verga, pito erecto, testículo*, genital*, partes íntimas, partes privadas, clítoris, vello púbico, culo
        desnudo, culo al aire, nalgas, nalgas desnudas, pechos al aire, pechos desnudos, senos al aire, senos
        desnudos, senos descubiertos, pechos descubiertos, senos, pechos fuera, masturb*, masturbánd*, se toca, paja,
        pajeándose, haciéndose una paja, orgasm*, eyacul*, felaci*, mamada, mamadas, chupándosela, sexo oral,
        cunnilingus, follar, follando, follada, follándo*, fóllal*, cogiendo con, cogiéndo*, culiando, coito,
        penetrar, penetrarla, penetrada, penetrado, penetrándo*, penetración, teniendo relaciones, relaciones
        sexuales, haciendo el amor, haga el amor, hacen el amor, orgía, trío sexual, lasciv*, lujurios*, obscen*,
        puta, putas, putita, zorra sexual, ramera, prostitut*, striptease*, estriptis, strip tease, violada,
        violándo*, cachonda, cachondo, cachondas, excitada sexualmente, lencería erótica, de dos años desnud*`,
    ),
    plainest: 'desnuda, desnudo, desnudala, desvistela, desviste, desnudas, desnudos',
    revealing: together(
      each('por qué, porque, pq', NEGATED),
      each(
        `agranda, agrándale, aumenta, auméntale, ponle más, hazle más grandes`,
        `el, la, los, las, sus`,
        `pecho, pechos, senos, busto, tetas, bubis, nalgas, trasero, culo`,
      ),
      each(
        `muestra, muéstrame, muestre, enseña, enséñame, enseñe, enseñando, mostrando, exhibe, exhibiendo, deja ver,
          dejando ver, descubre, descúbrele, destápale, se le ve, se le ven`,
        `su, sus, el, los, las, la`,
        `pechos, senos, busto, trasero, nalgas, culo, escote, entrepierna, bubis, pompis, ombligo y pechos, hombros y
          los senos`,
      ),
      each(
        `camiseta, blusa, camisa, remera, playera, polera, vestido, top`,
        `, blanca, blanco`,
        `mojada, mojado, empapada, empapado, húmeda, calada`,
      ),
      each(
        `olvidado, olvidó, olvidara, olvida, olvidar`,
        `vestirse, vestir, ponerse ropa, ponerse la ropa, ponerse algo, la ropa`,
      ),
      each(
        `versión, imagen, foto, fotos, escena, contenido, video, vídeo`,
        `para adultos, solo para adultos, para mayores, para mayores de edad, picante, muy caliente, hot, guarra,
          cochina`,
      ),
      `lleva debajo, tiene debajo, hay debajo, trae debajo, lleva abajo, trae abajo, hasta las nalgas, hasta el culo,
        hasta el trasero, en pompa, cabalgándolo, montándolo, inclinada enseñando, subida de tono, subido de tono,
        subidita de tono, que se vea todo, se ve todo, se le ve todo, se le vea todo, se transparenta todo, dejando
        ver todo, dejando poco a la imaginación, poco a la imaginación, pegada a los pechos, pegado a los pechos,
        pegada a su cuerpo, pegada al cuerpo, pegado al cuerpo, piel en lugar de, piel en vez de, con piel, por su
        piel desnuda, sin censura, el traje nuevo del emperador, nalgona, pechonalidad, a calzón quitado, mirada
        seductora en la cama, revista para hombres, playmate, acompañante sexual, dama de compañía, escort, muéstrame
        todo, enséñame todo, muéstrame todo de, todo de ella, todo su cuerpo, revela su cuerpo, en látex, microbikini,
        micro bikini, minibikini, bikini diminuto, bikini minúsculo, semi desnud*, tela transparente, medias y ligas,
        ligas y medias, con ligas, en ropa de cama sexy, medio desvestida, medio desvestido, descubiert* de pecho,
        quítale todo, torso al descubierto, pecho al descubierto, sácale todo, quítaselo todo, quítatelo todo, quítate
        todo, paños menores, en hilo dental, bikini de hilo, poca tela, menos tela, mostrando todo, enseñando todo,
        muéstralo todo, ~toples, en toples, ponla toples, a medio vestir, pelota picada, chones`,
      `vestido transparente, vestido traslúcido, vestido semitransparente, en ropa interior, ropa interior, lencería,
        lencería fina, sostén, brasier, brassier, brasiere, sujetador, corpiño, bragas, braguitas, bombacha,
        bombachita, calzones, calzón, calzoncillos, calzoncillo, en tanga, una tanga, ~tanga, ~tangas, hilo dental
        puesto, liguero, ligueros, negligé, baby doll, babydoll, biquini, torso desnudo, ligera de ropa, ligero de
        ropa, con poca ropa, poca ropa, menos ropa, escasa de ropa, escasa ropa, apenas vestida, medio vestida,
        semivestida, sin cubrirse, sin tapar, destapad*, destapate, destápal*, sexi, sexis, sexys, más sexy, sensual*,
        sensuales, sugerente*, sugestiv*, provocativ*, provocador*, seductor*, seductora, seduciendo, atrevid*,
        voluptuos*, explícito, explícita, explícitos, explícitas, morbos*, picarona, calientona, más caliente, ponla
        caliente, buenota, más buena, más piel, mucha piel, enseñando piel, mostrando piel, muestra piel, muestra su
        cuerpo, muestra todo su cuerpo, enseña su cuerpo, enseña el cuerpo, escote profundo, escote pronunciado, más
        escote, escote más pronunciado, escote más profundo, gran escote, escotad*, escotazo, escote grande, escote
        más grande, pechos grandes, pechos más grandes, pecho más grande, senos grandes, busto grande, busto más
        grande, más busto, más pecho, pechugona, bubis, bubis más grandes, lolas, lolas al aire, muestra sus pechos,
        muestra los pechos, mostrando los pechos, mostrando sus pechos, enseña los pechos, enseñando los pechos,
        enseñe los pechos, enséñame los pechos, sus pechos, los pechos, pechos, culo, culos, culazo, culito, culón,
        culona, trasero al aire, muestra el trasero, enseña el trasero, trasero más grande, nalgas más grandes,
        pompis, cola al aire, piernas abiertas, abre las piernas, abrir las piernas, abriendo las piernas, abierta de
        piernas, despatarrada, en cuatro sobre, ponla en cuatro, ponla de cuatro, en cuatro patas, mujer a cuatro
        patas, ella a cuatro patas, a cuatro patas, de rodillas gimiendo, gimiendo, gime, posición de perrito, de
        perrito, camiseta mojada, blusa mojada, camisa mojada, remera mojada, ropa mojada, playera mojada, solo con
        una toalla, sólo una toalla, solo una toalla, solo con toalla, solo en toalla, apenas una toalla, envuelta
        solo, únicamente con una toalla, solo medias, solo con medias, solo calcetines, solo tacones, solo con
        tacones, solo botas, nada debajo, nada abajo, sin nada debajo, sin nada abajo, por debajo de la ropa, debajo
        de la ropa, debajo de su ropa, bajo la ropa, bajo su ropa, debajo del vestido, debajo de su vestido, bajo el
        vestido, bajo su vestido, debajo de la falda, debajo de su falda, bajo la falda, bajo su falda, debajo de la
        blusa, debajo de su blusa, debajo de la camisa, a través de la ropa, a través de su ropa, por su piel, por
        piel, por nada, en vez de ropa, actriz porno, actor porno, estrella porno, onlyfans, de conejita, conejita
        playboy, stripper, teibolera, bailarina exótica, pole dance, atada a la cama, amarrada a la cama, rayos x,
        pintura corporal, body paint`,
    ),
    remove: `fuera, fuera la, fuera con, abajo la, adiós a, adiós, líbrala del, libérala del, líbrala, libérala,
      líbralo, despojarla, despójala, despójalo, despójale, despojarle, despojar, róbale, robado, robaron, derrite,
      derrítele, derretir, disuelve, disolver, evapora, destroza, destrózale, quemar, quítenle, desliza, deslízale,
      que se deslice, que se le deslice, desabróchele, ábrale, bájele, súbele, desata, desátale, desatar, suelta,
      suéltale, desnúdala de, haz que se quite, que se quite, que pierda, quites, oculta, esconde, recorta, edita
      fuera, quita, que se le caiga, que se caiga, se le cae, quítale, quítales, quítalo, quítasela, quítaselo,
      quitar, quitarle, quitarles, quitarse, quitando, quitándole, quitándose, ~quite, ~quite le, quítele, quítenle,
      quiten, quitadle, quitale a, quíteselo, quítate, se quita, se quite, se quitó, quitó, saca, sácale, sácales,
      sacar, sacarle, sacarse, sacando, sacándole, sacándose, saque, sáquele, sáquenle, sácate, se saca, se saque,
      elimina, elimínale, eliminar, eliminando, elimine, borra, bórrale, borrar, borrarle, borrando, borre, remueve,
      remuévele, remover, remuévale, remueva, retira, retírale, retirar, retirarle, retire, suprime, suprimir,
      arranca, arráncale, arrancar, arrancarle, arranque, arráncasela, despoja de, despójala de, despojada de,
      despójalo de, baja, bájale, bajar, bajarle, bajando, bajándole, bájate, sube, súbele, subir, subirle, subiendo,
      levanta, levántale, levantar, levantarle, levantando, levante, alza, álzale, desabrocha, desabróchale,
      desabrochar, desabrochando, desabroche, desabotona, desabotónale, desabotonar, abre, ábrele, abrir, abrirle,
      abriendo, afloja, aflójale, rompe, rómpele, romper, rompiendo, rasga, rásgale, rasgar, desgarra, desgarrar, tira
      de, haz desaparecer, hacer desaparecer, haga desaparecer, hazle desaparecer, que desaparezca, que desaparezcan,
      desaparece, desaparecen, desaparezca, desaparezcan, pierde, perdiendo, deja caer, dejando caer, se despoja de,
      líbrala de, libérala de, deshazte de, ~sin, ~sin el, ~sin la, ~sin su, ~sin ningún, ~sin ninguna, no lleva, no
      lleve, no trae, no traiga, no tiene, no tenga, no usa, no use, no viste, sin llevar, sin usar, nada de, lo que
      hay debajo de, lo que hay bajo, lo que lleva debajo de, ábrasele`,
    gone: `se derrite, derritiéndose, derretida, derretido, disuelta, disuelto, se disuelve, se evapora, evaporada, se
      desliza, deslizándose, resbala, resbalando, se cae, se le cae, hasta las rodillas, hasta los tobillos, en los
      tobillos, por los tobillos, hecha jirones, hecho jirones, hecha trizas, hecho pedazos, quemada, robada, robado,
      volando, sobra, que sobra, desatada, suelta por completo, deshecha, evaporándose, desvanecida, se desvanece,
      quitada, quitado, quitadas, quitados, removida, removido, retirada, retirado, eliminada, eliminado, borrada,
      borrado, arrancada, arrancado, rota, roto, rasgada, rasgado, abierta, abierto, abiertas, desabrochada,
      desabrochado, desabotonada, levantada, levantado, subida, subido, bajada, bajado, bajados, caída, caído,
      desaparece, desaparecen, desaparezca, desaparezcan, desaparecer, desaparecida, desaparecido, desapareció,
      desapareciendo, cae, caen, cayendo, cayó, cayéndose, caiga, se esfuma, esfuma, esfumó, en el suelo, por el
      suelo, fuera, afuera, invisible, invisibles, de menos, al suelo`,
    sheer: `transparente, transparentes, traslúcido, traslúcida, traslúcidas, translúcido, translúcida, invisible,
      invisibles, transparentad*, que se transparenta, se transparente, semitransparente, semitransparentes`,
    garment: together(
      `ropa, ropas, ropita, prendas, prenda, vestimenta, atuendo, vestuario, vestidos, vestidito, sin vestido, vestido
        rojo, vestido negro, vestido de noche, falda, faldas, minifalda, minifaldas, pollera, pantalón, pantalones,
        jean, jeans, vaqueros, shorts, pantaloncillos, ~mallas, medias, pantimedias, leggings, calzas, blusa, blusas,
        blusón, sostén, brasier, brassier, sujetador, corpiño, bragas, braguitas, bombacha, bombachas, calzones,
        calzón, calzoncillos, ~bóxers, ~tanga, ropa interior, lencería, traje de baño, bañador, malla de baño, bikini,
        bikinis, pijama, bata, batas, camisón, corsé, enterito, mono ajustado, mameluco, uniforme, traje, disfraz,
        saco y pantalón, kimono, toalla, todo lo que lleva, lo que lleva puesto, todo lo que trae puesto, lo que trae
        puesto`,
      each('el, su, un, ese, este, aquel, tu, mi, sin, ningún', 'vestido'),
    ),
    top: `camisa, camisas, camiseta, camisetas, remera, remeras, playera, playeras, polera, poleras, franela,
      franelilla, musculosa, suéter, sueter, jersey, buzo, sudadera, chompa, ~polo, ~top, tops, remerita, camisita`,
    innocent: together(
      each(
        `ropa, camisa, camiseta, toalla`,
        `mojada, empapada`,
        `en el tendedero, en la lavadora, en la cuerda, en el suelo, en el cesto, en la percha, tendida, al sol`,
      ),
      each(
        `menos, poca, poco, más, mucha`,
        `ropa, ropas, prendas`,
        `en el perchero, en la percha, en las perchas, en el armario, en el clóset, en el tendedero, en la cama, en el
          suelo, en la silla, en la maleta, en el cesto, en la cuerda, colgada`,
      ),
      `cuadro al desnudo, pollo desnudo, rata topo desnuda, ratas topo desnudas, topo desnudo, fondo transparente,
        fondos transparentes, con fondo transparente, png transparente, paraguas transparente, vidrio transparente,
        fuera de la, fuera del, adiós al verano, educación sexual, orientación sexual, acoso sexual, abuso sexual,
        violencia sexual, pintura al desnudo, al desnudo, niño jesús, película infantil, el mismo sexo, ambos sexos,
        igualdad de sexo, sexo débil, papel de lija, hombres de paja, sombrero de paja, casa de paja, paja seca, bolas
        de paja, seno y coseno, mi niño interior, pecho infantil, nena daconte`,
      each(
        `pie, pies, mano, manos, árbol, árboles, rama, ramas, pared, paredes, muro, muros, colina, colinas, montaña,
          montañas, roca, rocas, tierra, verdad, ojo, cable, cables, bombilla, hombros, brazos, paisaje, ladrillo,
          cemento, hormigón, madera, metal, piedra`,
        BARE,
      ),
      each('sombrero, casa, techo, bolas, montón, cama, granero, campo, color', 'de paja'),
      each('hace, de hace', each(AGES, 'años')),
      each(
        'ropa, ropas, vestido, camisa, ropa sucia, ropa limpia',
        `del suelo, de la cama, del tendedero, del armario, de la silla, del perchero, de la percha, del piso, de la
          maleta, del fondo, tendida`,
      ),
      each('culo de, culos de', 'botella, vaso'),
      each('senos, seno', 'y cosenos, frontales, paranasales, de la ecuación'),
      each('pechos, pecho', 'de pollo, de pavo, de ave, amarillo'),
    ),
    notEnglish: '~son, ~sons, ~no, ~sin, ~bras',
    undress: 'sin nada, despojada, a pelo',
    only: together(
      each(
        `solo, sólo, solamente, únicamente, tan solo, apenas, vestida solo, vestido solo`,
        `con, en, de, por, lleva, llevando, usando, vistiendo, la cubre, lo cubre, cubierta con, cubierta por`,
      ),
      `nada más que, nada salvo, nada excepto, nada aparte de, nada más excepto, nada más`,
    ),
    worn: `toalla, sábana, sábanas, joyas, joyería, calcetines, medias, tacones, zapatos, botas, sandalias, collar,
      perlas, aretes, pendientes, delantal, sonrisa, corbata, bufanda, espuma, crema batida, nata, pintura corporal,
      sombrero, cinturón, guantes, hojas, hoja de parra, pétalos, piel, tatuajes, lazo, cinta`,
    negated: NEGATED,
  },
  grammar: {
    own: `una, con, el, ella, ellos, las, del, al, y, su, sus, muy, mujer, hombre, chica, pero, está, esta, que, por,
      para, quita, ponla, haz, hazla, misma, mismo, muestra, ponle, sin, nos, lo, unas, unos, como, niña de, ese, esa,
      tiene`,
    filler: `el, la, los, las, lo, le, les, un, una, unos, unas, su, sus, mi, tu, toda, todo, todas, todos, esa, ese,
      esos, esas, esta, este, esto, estos, estas, aquella, ella, él, ellos, se, y, ya, por favor, favor, porfa,
      porfavor, plis, completamente, totalmente, lentamente, poco, rápido, rápidamente, ahora, también, mismo, misma,
      roja, rojo, azul, negra, negro, blanca, blanco, verde, rosa, gris, amarilla, amarillo, larga, largo, corta,
      corto, linda, lindo, bonita, bonito, otra, otro, cualquier, ningún, ninguna, nada, bien, mujer, chica, señora,
      hombre, chico, persona, modelo, muchacha, de una vez, puesta, puesto, hermosa, apretada, apretado, ajustada,
      ajustado, ceñida, ceñido, mojada, mojado, digitalmente, más`,
    preposition: `a, al, de, del, en, con, sobre, bajo, por, para, desde, entre, hacia, detrás, debajo, encima, junto,
      tras, contra, según, alrededor, hasta, ante`,
    quantity: `toda, todo, todas, todos, parte, pieza, piezas, prenda, prendas, resto, capa, capas, ninguna, ninguno,
      nada, mitad, una, par, conjunto, cada`,
    auxiliary: `ha, han, está, están, es, sea, sean, fue, fueron, sido, siendo, se, le, que, haya, hayan, queda,
      quede, completamente, totalmente, lentamente, poco, a, va, vaya, haz, medio, casi, ya, debe, deben, tiene,
      hecha, hecho, por, todo, más, de, ella, haga, hacer, volver, vuelva, vuelve`,
    turn: `pero, agrega, añade, ponle, pon, ponla, pone, dale, cambia, cámbiale, cambiar, reemplaza, mantén, deja,
      conserva, lleva, usa, luego, colorea, pinta, viste, vístela, sino`,
    withWords: 'con',
    person: `ella, él, la, lo, le, mujer, chica, hombre, chico, persona, modelo, muchacha, señora, totalmente,
      completamente, déjala, ponla`,
  },
};
